import { isObject, type JsonObject, objectOf, objectsOf, scalarText, textOf } from "../dashboard/model/json.ts";
import { mappingRows } from "./mapping-rows.ts";
import { editingMessages as texts } from "./messages.ts";

/** Thresholds as `green, red from 400`; `undefined` for none. */
export function thresholdsText(value: unknown): string | undefined {
  const unit = isObject(value) && value["mode"] === "percentage" ? "\u2009%" : "";
  const steps = objectsOf(isObject(value) ? value["steps"] : value).map((step) => {
    const color = wordOf(texts.colors, textOf(step["color"]));
    const from = scalarText(step["value"]);
    return from === undefined ? color : texts.thresholdText(color, `${from}${unit}`);
  });
  return steps.join(", ") || undefined;
}

/** Value mappings as `0 = down, 1 = up`; `undefined` for none. */
export function mappingsText(value: unknown): string | undefined {
  const lines = mappingRows(value).map((row) => {
    const { text, color } = objectOf(objectOf(row["options"])["result"]);
    const shown = scalarText(text) || wordOf(texts.colors, textOf(color)) || texts.unsaid;
    return `${matchedText(row) || wordOf(texts.mapping.kinds, textOf(row["type"]))} = ${shown}`;
  });
  return lines.join(", ") || undefined;
}

function matchedText({ type, options }: JsonObject): string {
  const { value, from, to, pattern, match } = objectOf(options);
  switch (type) {
    case "range":
      return `${scalarText(from) ?? "…"} – ${scalarText(to) ?? "…"}`;
    case "regex":
      return textOf(pattern);
    case "special":
      return wordOf(texts.mapping.matches, textOf(match));
    default:
      return scalarText(value) ?? "";
  }
}

/** Overrides by the fields that they are for; `undefined` for none. @param propertyText - what one says of them */
export function overridesText(value: unknown, propertyText: (property: JsonObject) => string): string | undefined {
  const lines = objectsOf(value).map((override) => {
    const { id, options } = objectOf(override["matcher"]);
    const matched = scalarText(options) ?? "";
    const fields = textOf(id) === "byType" ? wordOf(texts.override.types, matched) : matched;
    const said = objectsOf(override["properties"]).map(propertyText);
    const name = fields || wordOf(texts.override.matchers, textOf(id));
    return said.length === 0 ? name : `${name} (${said.join(", ")})`;
  });
  return lines.join(", ") || undefined;
}

/** A colour, or whether thresholds are percentages, as the editor calls it; what has no name there is `undefined`. */
export function choiceText(member: string, value: unknown): string | undefined {
  if (member === "color") return wordOf(texts.colors, textOf(value)) || undefined;
  return member === "mode" && typeof value === "string" ? wordOf(texts.thresholdModes, value) : undefined;
}

function wordOf(words: Readonly<Record<string, string>>, id: string): string {
  return Object.hasOwn(words, id) ? (words[id] ?? id) : id;
}
