import { resolve } from "node:path";
import { authFindings, isAuthPackage } from "./auth-rules.ts";
import { DESIGN_SYSTEM, designSystemFindings } from "./design-system-rules.ts";
import { compareFindings, FINDINGS, type Finding, type FindingId, type Severity } from "./finding.ts";
import { type Project, readProject } from "./project.ts";

export interface CheckOptions {
  /** Ids that are left out. */
  readonly ignore?: readonly string[];
  /** ISO date by which ends of support are judged; this day unless given. */
  readonly today?: string;
  /** Also what is good to know. */
  readonly verbose?: boolean;
  /** Changes no report; here so that the same options serve `exitCodeOf`. */
  readonly strict?: boolean;
}

/** What was found in a project. */
export interface Report {
  readonly schema: 1;
  readonly root: string;
  readonly packageManager: { readonly name: string; readonly version: string | null };
  readonly lockfile: string | null;
  readonly findings: readonly Finding[];
  readonly summary: Readonly<Record<Severity, number>>;
}

/**
 * Looks for versions of the design system that are deprecated or out of support, and for what makes the auth library
 * fail. Reads files only: runs no package manager, asks nobody.
 *
 * @throws CheckError when there is no readable `package.json`
 */
export function checkProject(directory: string, options: CheckOptions = {}): Report {
  const root = resolve(directory);
  const project = readProject(root, (name) => DESIGN_SYSTEM.has(name) || isAuthPackage(name));
  const { today = new Date().toISOString().slice(0, 10), verbose = false, ignore = [] } = options;
  const findings = [
    ...projectFindings(project),
    ...designSystemFindings(project, { today, verbose }),
    ...authFindings(project),
  ]
    .filter(({ id }) => !ignore.includes(id))
    .sort(compareFindings);
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return {
    schema: 1,
    root,
    packageManager: project.packageManager,
    lockfile: project.lockfile ?? null,
    findings,
    summary: { error: count("error"), warning: count("warning"), info: count("info") },
  };
}

/** Whether an id can be found; what `--ignore` may name. */
export function isFindingId(id: string): id is FindingId {
  return Object.hasOwn(FINDINGS, id);
}

const ASK_THE_ROOT = "If this is a workspace of a larger project, check the folder that has the lock file.";

function projectFindings({ lockfile, lock, lockProblem }: Project): Finding[] {
  const about = { package: null, version: null };
  if (lockfile === undefined) {
    const message = "There is no lock file: versions are judged by the ranges in package.json, at their lowest.";
    return [{ id: "project/lockfile-missing", severity: "info", ...about, message, remedies: [ASK_THE_ROOT] }];
  }
  if (lock !== undefined) return [];
  return [
    {
      id: "project/lockfile-unreadable",
      severity: "warning",
      ...about,
      paths: [lockfile],
      message: `${lockfile} cannot be read (${lockProblem}); the rest was judged by package.json.`,
      remedies: ["Install again, so that the package manager writes it anew."],
    },
  ];
}

/** 0 without errors, 1 with one, or with a warning where warnings count. */
export function exitCodeOf({ summary }: Report, { strict = false }: { readonly strict?: boolean } = {}): 0 | 1 {
  return summary.error > 0 || (strict && summary.warning > 0) ? 1 : 0;
}
