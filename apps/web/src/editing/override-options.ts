import { type JsonObject, objectOf } from "../dashboard/model/json.ts";
import type { Choice, DocumentOption } from "./document-option.ts";
import { optionsOf } from "./panel-options.ts";

const FIELD = "fieldConfig.defaults.";

/** An option of a panel's fields that an override may say for some of them. */
export interface OverrideOption {
  /** As documents name it: `unit`, `custom.lineWidth`. */
  readonly id: string;
  readonly option: DocumentOption;
}

/** What overrides can say of a kind of panel: each option of its fields, at its place in a property `{id, value}`. */
export function overrideOptions(kind: string): readonly OverrideOption[] {
  return optionsOf(kind, "").flatMap((option) => {
    const place = option.path.join(".");
    if (!place.startsWith(FIELD)) return [];
    const [first = "", ...rest] = option.path.slice(2);
    const [id, inner] = first === "custom" ? [`${first}.${rest[0]}`, rest.slice(1)] : [first, rest];
    return [{ id, option: { ...option, path: ["value", ...inner] } }];
  });
}

/** Each property by its first option's name. */
export function propertyChoices(kind: string): readonly Choice[] {
  const labels = new Map<string, string>();
  for (const { id, option } of overrideOptions(kind)) if (!labels.has(id)) labels.set(id, option.label);
  return [...labels].map(([id, label]) => ({ id, label }));
}

export const NEW_OVERRIDE: JsonObject = { matcher: { id: "byName", options: "" }, properties: [] };

/** Another way to choose fields begins without the choice, unless both are texts. */
export function withMatcher(override: JsonObject, id: string): JsonObject {
  const { options } = objectOf(override["matcher"]);
  const isKept = typeof options === "string" && id !== "byType";
  return { ...override, matcher: { id, options: isKept ? options : id === "byType" ? "number" : "" } };
}
