import { styleText } from "node:util";
import type { Report } from "./check-project.ts";
import type { Finding, Severity } from "./finding.ts";

const COLORS = { error: "red", warning: "yellow", info: "cyan" } as const satisfies Record<Severity, string>;

/** A report for people: one block for each finding. */
export function reportText(report: Report, { hasColors = false }: { readonly hasColors?: boolean } = {}): string {
  const paint = (severity: Severity, text: string) =>
    hasColors ? styleText(COLORS[severity], text, { validateStream: false }) : text;
  const blocks = report.findings.map((finding) => block(finding, paint(finding.severity, finding.severity)));
  const { error, warning, info } = report.summary;
  const summary = `${count(error, "error")}, ${count(warning, "warning")}, ${info} to know`;
  return [...blocks, `${report.lockfile ?? "package.json"}: ${summary}`].join("\n\n");
}

function block({ id, package: name, version, paths = [], message, remedies }: Finding, severity: string): string {
  const what = name === null ? "" : ` ${name}${version === null ? "" : ` ${version}`}`;
  return [
    `${severity} ${id}${printable(what)}`,
    `  ${printable(message)}`,
    ...(paths.length === 0 ? [] : [`  by ${printable(paths.map(nameOf).join(", "))}`]),
    ...remedies.map((remedy) => `  → ${printable(remedy)}`),
  ].join("\n");
}

/** The project itself is known by the file in which it asks for something. */
function nameOf(path: string): string {
  return path === "." ? "package.json" : path;
}

/** Names come from files of others: a terminal would obey what is no text. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "�");
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
