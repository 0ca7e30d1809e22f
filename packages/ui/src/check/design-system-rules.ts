import { major, valid } from "semver";
import { realName } from "./askers.ts";
import type { Finding } from "./finding.ts";
import { type Copy, lowestOf, type Project } from "./project.ts";
import { requested } from "./project-files.ts";

/** Packages of version 10 whose major was 10. Others of the scope still have that major and are current. */
const ELEMENTS: ReadonlySet<string> = new Set(
  ["elements", "colors", "grid", "icons", "icons-react", "layout", "motion", "themes", "type"].map(
    (name) => `@carbon/${name}`,
  ),
);

export const DESIGN_SYSTEM: ReadonlySet<string> = new Set([
  ...ELEMENTS,
  "@carbon/react",
  "carbon-components",
  "carbon-components-react",
  "carbon-icons",
]);

const ICONS = "carbon-icons";
const V10_ENDED = "2024-09-30";
const ICONS_ENDED = "2022-03-31";
const UPGRADE_REACT = "Upgrade react and react-dom to 19 (19.2 is the latest at the time of writing).";

interface RuleOptions {
  /** ISO date: what ends later is only announced. */
  readonly today: string;
  readonly verbose: boolean;
}

/** @see spec 3, Versioning */
export function designSystemFindings(project: Project, { today, verbose }: RuleOptions): readonly Finding[] {
  const { copies } = project;
  const known = copies.filter(({ name, version }) => DESIGN_SYSTEM.has(name) && valid(version) !== null);
  const endedBy = (date: string) => (today >= date ? "error" : "warning");
  const found = known.flatMap((copy): Finding[] => {
    const at = major(copy.version);
    if (copy.name === ICONS) return [iconsEnded(described(copy), endedBy(ICONS_ENDED))];
    if (copy.name === "@carbon/react") return reactFindings(copy, at);
    if (copy.name === "carbon-components-react" && at === 8) return [oldName(copy)];
    const isV10 = copy.name === "carbon-components-react" ? at === 7 : at === 10;
    return isV10 ? [v10Ended(copy, endedBy(V10_ENDED))] : [];
  });
  const icons = iconsInAnyVersion(project).map((about) => iconsEnded(about, endedBy(ICONS_ENDED)));
  const all = [...found, ...icons];
  return [...all, ...(verbose && (known.length > 0 || icons.length > 0) ? [POLICY] : [])];
}

/** One for each version of React beside which the copy is used: workspaces may share it. */
function reactFindings(copy: Copy, designSystem: number): Finding[] {
  const versions = copy.besides("react").filter(({ version }) => isRelease(version));
  return versions.flatMap(({ version, folders }) => {
    const finding = besideReact(copy, designSystem, version);
    const paths = versions.length > 1 && folders.length > 0 ? { paths: folders } : {};
    return finding === undefined ? [] : [{ ...finding, ...paths }];
  });
}

/** Versions of React that are only tried out count from 0. */
function isRelease(version: string): boolean {
  return valid(version) !== null && major(version) > 0;
}

function besideReact(copy: Copy, designSystem: number, react: string): Finding | undefined {
  const at = major(react);
  const about = { ...described(copy), remedies: [UPGRADE_REACT] };
  const together = `The design system v${designSystem === 1 ? 11 : 12} (${copy.name} ${copy.version}) is used with React ${react}.`;
  if (designSystem === 1 && at <= 17) {
    const message = `${together} React 16 and 17 are deprecated; v12 will not support them; 19 is recommended (19.2 is the latest at the time of writing).`;
    return { id: "ds/react-deprecated", severity: "warning", ...about, message };
  }
  if (designSystem === 1 && at === 18) {
    const message = `${together} React 18 stays supported and will be deprecated in v12; 19 is recommended.`;
    return { id: "ds/react-recommended", severity: "info", ...about, message };
  }
  if (designSystem === 2 && at <= 17) {
    const message = `${together} React 16 and 17 are not supported by v12; 19 is recommended.`;
    return { id: "ds/react-unsupported", severity: "error", ...about, message };
  }
  if (designSystem === 2 && at === 18) {
    const message = `${together} React 18 is supported but deprecated in v12; 19 is recommended.`;
    return { id: "ds/react-deprecated", severity: "warning", ...about, message };
  }
  return undefined;
}

function v10Ended(copy: Copy, severity: "error" | "warning"): Finding {
  return {
    id: "ds/v10-end-of-support",
    severity,
    ...described(copy),
    message: `${copy.name} ${copy.version} belongs to v10 of the design system, whose support ended on ${V10_ENDED}.`,
    remedies: [
      "Use the framework-specific v11 package: @carbon/react for React, @carbon/web-components, @carbon/styles for Sass; the elements packages at 11.x.",
    ],
    since: V10_ENDED,
  };
}

function oldName(copy: Copy): Finding {
  return {
    id: "ds/components-react-8",
    severity: "warning",
    ...described(copy),
    message: `${copy.name} ${copy.version} maps in place to the v11 React package.`,
    remedies: ["Replace the name carbon-components-react by @carbon/react."],
  };
}

/** The icons are out of support in all versions, so also where `latest` and no lock file tells which one it is. */
function iconsInAnyVersion({ manifests, lock }: Project) {
  if (lock !== undefined) return [];
  return manifests.flatMap((manifest) => {
    const range = requested(manifest).get(ICONS);
    if (range === undefined || realName(ICONS, range) !== ICONS || lowestOf(range) !== undefined) return [];
    return [{ package: ICONS, version: null, requested: range, paths: [manifest.folder || "."] }];
  });
}

function iconsEnded(about: Pick<Finding, "package" | "version">, severity: "error" | "warning"): Finding {
  return {
    id: "ds/icons-end-of-support",
    severity,
    ...about,
    message: `${[ICONS, about.version ?? []].flat().join(" ")} is out of support since ${ICONS_ENDED}.`,
    remedies: [
      "Use a framework-specific icons package: React @carbon/icons-react, Vue @carbon/icons-vue, Svelte carbon-icons-svelte, Angular the icons of its components package, otherwise @carbon/icons.",
    ],
    since: ICONS_ENDED,
  };
}

const POLICY: Finding = {
  id: "ds/policy",
  severity: "info",
  package: null,
  version: null,
  message:
    "Assets deprecated from v9 to v10 are removed in v11; those deprecated in v10 stay in v11 and go in v12. Major versions are at least 12 months apart. Nothing changed visually between v10 and v11.",
  remedies: [],
};

/** Who is meant, and who brings it. */
export function described({ name, version, requested, broughtBy }: Copy) {
  return {
    package: name,
    version,
    ...(requested === undefined ? {} : { requested }),
    ...(broughtBy.length === 0 ? {} : { paths: broughtBy }),
  };
}
