import type { FieldCondition, SelectableField } from "../lists/field-selector.ts";
import type { LabelCondition } from "../lists/label-selector.ts";
import type { Visibility } from "../lists/visibility.ts";
import type { Seen } from "./changes.ts";

/** Which objects a watch shows; the same as a list with these selectors would. */
export interface WatchFilter {
  readonly resource: string;
  readonly namespace: string;
  readonly labels: readonly LabelCondition[];
  readonly fields: readonly FieldCondition[];
  readonly visibility: Visibility;
}

/** Whether an object of the filter's resource and namespace is shown. */
export function isShown({ namespace, labels, fields, visibility }: WatchFilter, object: Seen): boolean {
  if (!isVisible(visibility, object)) return false;
  // Every watcher asks this of every change: where nothing is selected there is nothing to make.
  if (labels.length + fields.length === 0) return true;
  return (
    labels.every((condition) => holdsLabel(condition, object.labels)) &&
    fields.every((condition) => holdsField(condition, { ...object, namespace }))
  );
}

function isVisible(visibility: Visibility, { name, folder }: Seen): boolean {
  return visibility.kind === "all" || visibility.names.includes(name) || visibility.folders.includes(folder);
}

function holdsLabel(condition: LabelCondition, labels: Readonly<Record<string, string>>): boolean {
  const value = Object.hasOwn(labels, condition.key) ? labels[condition.key] : undefined;
  switch (condition.operator) {
    case "exists":
      return value !== undefined;
    case "absent":
      return value === undefined;
    case "in":
      return value !== undefined && condition.values.includes(value);
    case "notIn":
      return value === undefined || !condition.values.includes(value);
  }
}

const VALUE_OF: Readonly<Record<SelectableField, (object: Seen & { namespace: string }) => string>> = {
  "metadata.name": ({ name }) => name,
  "metadata.namespace": ({ namespace }) => namespace,
  "metadata.folder": ({ folder }) => folder,
  "spec.title": ({ title }) => title,
};

function holdsField({ field, operator, value }: FieldCondition, object: Seen & { namespace: string }): boolean {
  return (VALUE_OF[field](object) === value) === (operator === "equals");
}
