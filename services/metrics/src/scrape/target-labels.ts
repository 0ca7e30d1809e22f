import { type Labels, labelsOf } from "../labels/labels.ts";
import type { Target } from "./target.ts";

/** The labels that a series of a target gets in the store. */
export function labelsInStore(exposed: ReadonlyMap<string, string>, target: Target): Labels {
  const labels = new Map(exposed);
  for (const [name, value] of ownLabels(target)) {
    const theirs = labels.get(name) ?? "";
    if (theirs !== "" && target.honorsLabels) continue;
    if (theirs !== "") labels.set(freeName(`exported_${name}`, labels), theirs);
    labels.set(name, value);
  }
  return labelsOf(labels);
}

/** Labels of every series of a target, `job` and `instance` among them. */
export function ownLabels({ job, instance, labels }: Target): Map<string, string> {
  return new Map([...labels, ["job", job], ["instance", instance]]);
}

function freeName(name: string, labels: ReadonlyMap<string, string>): string {
  return labels.has(name) ? freeName(`exported_${name}`, labels) : name;
}
