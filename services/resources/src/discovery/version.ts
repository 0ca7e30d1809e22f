import type { Build } from "../resources.ts";

/** The Kubernetes version whose manners this server has: clients warn when it is too far from their own. */
const KUBERNETES = { major: "1", minor: "32" } as const;

/** GET /version */
export function versionDocument({ version, commit }: Build) {
  const { platform, arch } = process;
  return {
    ...KUBERNETES,
    gitVersion: `v${KUBERNETES.major}.${KUBERNETES.minor}.0+vedette-${version}`,
    gitCommit: commit,
    gitTreeState: "clean",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: `node ${process.version}`,
    compiler: "v8",
    platform: `${platform}/${arch === "x64" ? "amd64" : arch}`,
  };
}
