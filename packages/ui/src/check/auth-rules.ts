import { major, minor, Range, valid, validRange } from "semver";
import { edgeWithoutNode, nextConfigWithoutAuth } from "./config-files.ts";
import { described } from "./design-system-rules.ts";
import type { Finding } from "./finding.ts";
import { isMembers, own } from "./lock.ts";
import type { Copy, Project } from "./project.ts";
import { requested } from "./project-files.ts";

/** Of which only one copy may be loaded. */
const SINGLE = ["better-auth", "@better-auth/core", "better-call"] as const;

/** No version of it fits those of the library from 1.5 on. */
const COMMAND = "@better-auth/cli";

/** What no program loads when it runs: the command, and what tests are made with. */
const TOOLS: ReadonlySet<string> = new Set([COMMAND, "@better-auth/test-utils"]);

const SYMPTOM =
  "“No request state found” is raised when two copies of the auth library (better-auth) or its core (@better-auth/core) are loaded: after an upgrade to 1.4 or later, in edge runtimes, in server frameworks, or with the OAuth provider plugin.";

export function isAuthPackage(name: string): boolean {
  return name === "better-call" || name === "better-auth" || name.startsWith("@better-auth/");
}

/** @see spec 1, Dependency error */
export function authFindings(project: Project): readonly Finding[] {
  if (!project.has("better-auth")) return [];
  return [
    ...duplicates(project),
    ...mismatches(project),
    ...developmentDependencies(project),
    ...serverExternal(project),
    ...betterCallPin(project),
    ...nodejsCompat(project),
  ];
}

function duplicates({ copies, lock, packageManager }: Project): Finding[] {
  if (lock === undefined) return [];
  return SINGLE.flatMap((name): Finding[] => {
    const found = copies.filter((copy) => copy.name === name && copy.isInstalled);
    if (found.length < 2) return [];
    const versions = versionsOf(found);
    return [
      {
        id: "auth/duplicate-copy",
        severity: "error",
        package: name,
        version: versions,
        paths: [...new Set(found.flatMap(({ broughtBy }) => broughtBy))].slice(0, 20),
        message: `${found.length} copies of ${name} are installed (${versions}). ${SYMPTOM}`,
        remedies: [
          `List who brings them: ${listCommand(packageManager.name, name)}`,
          "Delete node_modules and the lock file, and install again.",
          "Align the versions of better-auth and all @better-auth packages.",
        ],
      },
    ];
  });
}

function listCommand(manager: string, name: string): string {
  const [command = "npm ls"] = { pnpm: ["pnpm why"], yarn: ["yarn why"], bun: ["bun pm ls --all"] }[manager] ?? [];
  return `${command} ${name}`;
}

function mismatches({ copies, lock }: Project): Finding[] {
  const main = copies.filter(({ name, version }) => name === "better-auth" && valid(version) !== null);
  const related = copies.filter((copy) => copy.name.startsWith("@better-auth/") && isOfLibrary(copy));
  const once = new Map(related.map((copy) => [`${copy.name}@${copy.version}`, copy]));
  const minors = new Set(main.map(minorOf));
  const ranges = main.slice(0, MOST_TOLD).map(rangeOf);
  const fits = (copy: Copy) => minors.has(minorOf(copy)) || (lock === undefined && meetsSome(rangeOf(copy), ranges));
  const apart = [...once.values()].filter((copy) => !fits(copy));
  const versions = versionsOf(main);
  if (main.length === 0) return [];
  return apart.map((copy) => ({
    id: "auth/version-mismatch",
    severity: "warning",
    ...described(copy),
    message: `${copy.name} ${copy.version} does not belong to better-auth ${versions}. ${SYMPTOM}`,
    remedies: ["Keep the versions of better-auth and its related packages compatible: the same major and minor."],
  }));
}

/** Packages that count their versions with the library, which is past 1; those below 1 count their own. */
function isOfLibrary({ name, version }: Copy): boolean {
  return name !== COMMAND && valid(version) !== null && major(version) >= 1;
}

function minorOf({ version }: Copy): string {
  return `${major(version)}.${minor(version)}`;
}

function rangeOf({ requested: range, version }: Copy): Range {
  return new Range(validRange(range ?? version) ?? "*");
}

/** Ranges that meet can be installed in one version, whatever their lowest ones are. */
function meetsSome(range: Range, others: readonly Range[]): boolean {
  return others.some((other) => range.intersects(other));
}

/** Of those that are the same; a file that was made for it may have thousands. */
const MOST_TOLD = 20;

function versionsOf(copies: readonly Copy[]): string {
  const versions = [...new Set(copies.map(({ version }) => version))];
  return [...versions.slice(0, MOST_TOLD), ...(versions.length > MOST_TOLD ? ["…"] : [])].join(", ");
}

function developmentDependencies({ manifests, copies }: Project): Finding[] {
  return manifests.flatMap((manifest) => {
    const elsewhere = requested(manifest, ["dependencies", "peerDependencies", "optionalDependencies"]);
    return [...requested(manifest, ["devDependencies"])]
      .filter(([name]) => isAuthPackage(name) && name !== "better-call" && !TOOLS.has(name) && !elsewhere.has(name))
      .map(
        ([name, range]): Finding => ({
          id: "auth/dev-dependency",
          severity: "warning",
          package: name,
          version: copies.find((copy) => copy.name === name)?.version ?? null,
          requested: range,
          paths: [manifest.folder || "."],
          message: `${name} is a development dependency and would be missing, or another copy, in production. ${SYMPTOM}`,
          remedies: ["Move it to dependencies."],
        }),
      );
  });
}

function serverExternal(project: Project): Finding[] {
  return nextConfigWithoutAuth(project).map((folder) => ({
    id: "auth/server-external",
    severity: "warning",
    package: "better-auth",
    version: project.copies.find(({ name }) => name === "better-auth")?.version ?? null,
    paths: [folder || "."],
    message: `Next.js bundles better-auth into each route, which may make several copies of it. ${SYMPTOM}`,
    remedies: ['Add serverExternalPackages: ["better-auth"] to the configuration of Next.js.'],
  }));
}

function betterCallPin({ manifests, packageManager: { name, version }, lock }: Project): Finding[] {
  const isYarn1 = lock?.kind === "yarn" || (name === "yarn" && version?.startsWith("1.") === true);
  const isPnpm9 = name === "pnpm" && version?.startsWith("9.") === true;
  const [root] = manifests;
  if (root === undefined || !(isYarn1 || isPnpm9)) return [];
  const pnpm = own(root.json, "pnpm");
  const pins = [own(root.json, "resolutions"), own(pnpm, "overrides")].filter(isMembers);
  const isPinned = pins.some((pin) => Object.keys(pin).some((pattern) => /^(\*\*\/)?better-call$/.test(pattern)));
  if (isPinned && manifests.some((one) => requested(one, ["dependencies"]).has("better-call"))) return [];
  return [
    {
      id: "auth/better-call-pin",
      severity: "warning",
      package: "better-call",
      version: null,
      message: `${isYarn1 ? "Yarn 1" : "pnpm 9"} may install a second copy of better-call. ${SYMPTOM}`,
      remedies: ["Add better-call ^1.1.8 to both dependencies and resolutions."],
    },
  ];
}

function nodejsCompat(project: Project): Finding[] {
  return edgeWithoutNode(project).map((file) => ({
    id: "auth/nodejs-compat",
    severity: "warning",
    package: "better-auth",
    version: null,
    paths: [file],
    message: `${file} lacks the nodejs_compat flag, without which the auth library has no request state. ${SYMPTOM}`,
    remedies: ['Set compatibility_flags = ["nodejs_compat"].'],
  }));
}
