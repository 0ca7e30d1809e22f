import { type JsonObject, objectsOf, textOf } from "../dashboard/model/json.ts";
import type { DocumentOption } from "./document-option.ts";
import { editingMessages } from "./messages.ts";
import { valueIn } from "./set-in.ts";

/** Whether a panel or a row is drawn once for each value of a variable, and how the copies lie. */
export function repeatOptions(document: JsonObject, panel: JsonObject): readonly DocumentOption[] {
  const { repeat: texts } = editingMessages;
  const variables = objectsOf(valueIn(document, ["templating", "list"])).flatMap(({ name }) => textOf(name) || []);
  const choices = [{ id: "", label: texts.none }, ...variables.map((name) => ({ id: name, label: name }))];
  const which: DocumentOption = { label: texts.by, path: ["repeat"], control: { as: "choice", choices } };
  if (panel["type"] === "row" || !textOf(panel["repeat"])) return [which];
  return [
    which,
    {
      label: texts.direction,
      path: ["repeatDirection"],
      control: {
        as: "choice",
        choices: Object.entries(texts.directions).map(([id, label]) => ({ id, label })),
      },
    },
    { label: texts.most, path: ["maxPerRow"], control: { as: "number", min: 1, max: 24 } },
  ];
}
