import type { playlistTexts } from "../../playlists/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the list of playlists and their editor. */
export const playlistsTexts: Translation<typeof playlistTexts> = {
  title: "Abspiellisten",
  new: "Neue Abspielliste",
  search: "Abspiellisten suchen",
  empty: "Noch keine Abspiellisten",
  emptyText: "Eine Abspielliste zeigt Dashboards der Reihe nach, ganzseitig, auf einer Wand.",
  noMatchText: (query) => `Keine Abspielliste passt zu „${query}“.`,
  columns: { title: "Titel", interval: "Dauer", items: "Einträge" },
  itemCount: (count) => (count === 1 ? "1 Eintrag" : `${count} Einträge`),
  start: "Starten",
  create: "Abspielliste anlegen",
  titleMissing: "Geben Sie der Abspielliste einen Titel.",
  intervalHint: "Wie lange jedes Dashboard bleibt: 30s, 5m, 1h30m.",
  intervalInvalid: "Eine Zahl und eine Einheit: 30s, 5m, 1h. Mehrere zählen zusammen: 1h30m.",
  round: (duration) => `Eine Runde dauert ${duration}.`,
  noItems: "Noch nichts zu zeigen. Fügen Sie unten Dashboards oder ein Tag hinzu.",
  add: "Zur Abspielliste hinzufügen",
  addOne: (name) => `${name} hinzufügen`,
  addShort: "Hinzufügen",
  addTagged: "Jedes Dashboard mit dem Tag hinzufügen",
  addTag: "Jedes Dashboard mit einem Tag",
  tagged: (tag) => `Tag ${tag}`,
  nowDashboards: (count) => (count === 1 ? "jetzt 1 Dashboard" : `jetzt ${count} Dashboards`),
  byId: (id) => `Dashboard Nummer ${id}`,
  byIdNote: "Mit seiner alten Nummer, die nur dieser Server kennt.",
  replaceByUid: "Durch UID ersetzen",
  carry: (name) => `${name} verschieben: ziehen, oder Eingabetaste und Pfeile drücken`,
  carrying: {
    held: (name, place, of) =>
      `${name} ist gefasst, Platz ${place} von ${of}. Pfeile verschieben, Eingabe legt ab, Escape lässt es liegen.`,
    moved: (_name, place, of) => `Platz ${place} von ${of}`,
    dropped: (name, place, of) => `${name} liegt an Platz ${place} von ${of}`,
    cancelled: (name) => `${name} bleibt, wo es war`,
  },
  roundOf: "Eine Runde",
  missing: "Nicht gefunden: die Wand übergeht es.",
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  remove: (name) => `${name} entfernen`,
  conflict:
    "Inzwischen hat jemand diese Abspielliste gespeichert. Laden Sie die neue Fassung; was Sie hier eingegeben haben, geht verloren.",
  loadNewest: "Neueste Fassung laden",
  delete: {
    action: "Löschen",
    title: (title) => `„${title}“ löschen?`,
    text: "Die Abspielliste verschwindet für alle, und Wände, die sie zeigen, halten an. Die Dashboards bleiben.",
    submit: "Abspielliste löschen",
  },
};
