import type { annotateMessages } from "../../dashboard/annotate/messages.ts";
import type { Translation } from "../translated.ts";

/** German for saying what happened. */
export const annotateTexts: Translation<typeof annotateMessages> = {
  changeTitle: "Anmerkung ändern",
  overtaken:
    "Jemand hat die Anmerkung inzwischen geändert. Speichern Sie noch einmal, damit gilt, was Sie geschrieben haben.",
  nowSaved: (value) => (value === "" ? "Inzwischen gespeichert: nichts" : `Inzwischen gespeichert: ${value}`),
  text: "Text",
  tags: "Schlagworte",
  tagsHint: "Mit Kommas dazwischen",
  from: "Von",
  to: "Bis",
  momentHint: "Gleich für einen Augenblick",
  everywhere: "In allen Panels des Dashboards",
  add: "Anmerkung hinzufügen",
  delete: "Löschen",
  deleted: (text) => `„${text}“ ist gelöscht.`,
  undo: "Rückgängig",
  wrong: "Daraus lässt sich keine Zeit lesen.",
  wrongOrder: "Das Ende darf nicht vor dem Anfang liegen.",
};
