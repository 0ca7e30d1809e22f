import { type JsonObject, objectOf, textOf } from "../json.ts";

/** A text panel had its text beside its options until schema 25. */
export function modernText(panel: JsonObject): JsonObject {
  if (panel["type"] !== "text") return panel;
  const { mode, content, ...rest } = panel;
  const options = objectOf(panel["options"]);
  if (content === undefined && options["mode"] !== "text") return panel;
  const written = { mode: textOf(mode, "markdown"), content: textOf(content), ...options };
  return {
    ...rest,
    options: written["mode"] === "text" ? { ...written, mode: "code", code: { language: "plaintext" } } : written,
  };
}
