import { ResourceError } from "../errors.ts";

/** Fields that lists can be narrowed by. */
const SELECTABLE_FIELDS = ["metadata.name", "metadata.namespace", "metadata.folder", "spec.title"] as const;

export type SelectableField = (typeof SELECTABLE_FIELDS)[number];

/** One condition of a field selector; all of them must hold. */
export interface FieldCondition {
  readonly field: SelectableField;
  readonly operator: "equals" | "differs";
  readonly value: string;
}

/**
 * Reads a Kubernetes field selector: `field=value`, `==` or `!=`, joined by commas. In a value `\,`, `\=` and `\\`
 * stand for the sign itself.
 *
 * @throws ResourceError `selector_invalid`
 */
export function parseFieldSelector(text: string): FieldCondition[] {
  if (text === "") return [];
  return splitUnescaped(text)
    .filter((part) => part !== "")
    .map(parseCondition);
}

function splitUnescaped(text: string): string[] {
  return [...text.matchAll(/(?:\\.|[^,\\]|\\$)+/gs)].map(([part]) => part);
}

function parseCondition(part: string): FieldCondition {
  const [, name = "", sign = "", value = ""] = /^([^=!]*)(==|!=|=)(.*)$/s.exec(part) ?? [];
  const field = SELECTABLE_FIELDS.find((candidate) => candidate === name);
  if (sign === "") throw unreadable(`invalid field selector ${JSON.stringify(part.slice(0, 80))}: use field=value`);
  if (field === undefined) {
    throw unreadable(`field label not supported: ${name.slice(0, 80)}; use one of ${SELECTABLE_FIELDS.join(", ")}`);
  }
  if (/(?:^|[^\\])(?:\\\\)*\\(?:[^\\,=]|$)/s.test(value)) {
    throw unreadable("invalid field selector: a backslash stands before a comma, an equals sign or a backslash");
  }
  const plain = value.replace(/\\([\\,=])/g, "$1");
  return { field, operator: sign === "!=" ? "differs" : "equals", value: plain };
}

function unreadable(detail: string): ResourceError {
  return new ResourceError("selector_invalid", { detail });
}
