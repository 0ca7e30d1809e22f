import { translatedLater } from "../../messages/translated-later.ts";

/** The texts of saying what happened. */
export const annotateMessages = translatedLater("annotate", {
  changeTitle: "Change the annotation",
  overtaken: "Somebody changed the annotation in the meantime. Save once more to put what you typed in its place.",
  nowSaved: (value: string) => (value === "" ? "Saved by now: nothing" : `Saved by now: ${value}`),
  text: "Text",
  tags: "Tags",
  tagsHint: "With commas between",
  from: "From",
  to: "To",
  momentHint: "The same for a moment",
  everywhere: "In all panels of the dashboard",
  add: "Add annotation",
  delete: "Delete",
  deleted: (text: string) => `“${text}” is deleted.`,
  undo: "Undo",
  wrong: "No time can be read from this.",
  wrongOrder: "The end must not be before the beginning.",
} as const);
