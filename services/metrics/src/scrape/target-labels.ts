import type { ScrapeRules } from "./target.ts";

/** The labels that a series of a target gets before relabelling. */
export function mergedLabels(
  exposed: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
  { honorsLabels }: Pick<ScrapeRules, "honorsLabels">,
): Map<string, string> {
  const labels = new Map(exposed);
  for (const [name, value] of own) {
    const theirs = labels.get(name) ?? "";
    if (theirs !== "" && honorsLabels) continue;
    if (theirs !== "") labels.set(freeName(`exported_${name}`, labels), theirs);
    labels.set(name, value);
  }
  return labels;
}

function freeName(name: string, labels: ReadonlyMap<string, string>): string {
  return labels.has(name) ? freeName(`exported_${name}`, labels) : name;
}
