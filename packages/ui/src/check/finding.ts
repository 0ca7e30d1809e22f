export type Severity = "error" | "warning" | "info";

/** Something a project should know of its dependencies. */
export interface Finding {
  readonly id: FindingId;
  readonly severity: Severity;
  readonly package: string | null;
  readonly version: string | null;
  /** The range that asks for it. */
  readonly requested?: string;
  /** Who brings it. */
  readonly paths?: readonly string[];
  readonly message: string;
  readonly remedies: readonly string[];
  readonly since?: string;
}

/** Everything that can be found; the documentation is made from this table. */
export const FINDINGS = {
  "ds/react-deprecated": "The design system is used with a version of React that it gives up.",
  "ds/react-unsupported": "Version 12 of the design system does not support React 16 and 17.",
  "ds/react-recommended": "React 18 stays supported by version 11, and is deprecated in version 12.",
  "ds/v10-end-of-support": "Version 10 of the design system is out of support.",
  "ds/components-react-8": "The old name of the React package of version 11.",
  "ds/icons-end-of-support": "The old icons package is out of support.",
  "ds/policy": "When parts of the design system are removed.",
  "auth/duplicate-copy": "The auth library is installed more than once.",
  "auth/version-mismatch": "Packages of the auth library have versions that do not belong together.",
  "auth/dev-dependency": "The auth library is a development dependency.",
  "auth/server-external": "Next.js bundles the auth library.",
  "auth/better-call-pin": "This package manager needs better-call named twice.",
  "auth/nodejs-compat": "The edge runtime lacks what the auth library needs.",
  "project/lockfile-unreadable": "The lock file cannot be read.",
  "project/lockfile-missing": "There is no lock file.",
} as const;

export type FindingId = keyof typeof FINDINGS;

const ORDER: readonly Severity[] = ["error", "warning", "info"];

/** By severity, then id, then package. */
export function compareFindings(a: Finding, b: Finding): number {
  const key = ({ severity, id, package: name, version }: Finding) =>
    `${ORDER.indexOf(severity)} ${id} ${name ?? ""} ${version ?? ""}`;
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}
