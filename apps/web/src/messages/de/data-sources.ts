import type { dataSourceMessages } from "../../data-sources/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the pages of data sources. */
export const dataSourcesTexts: Translation<typeof dataSourceMessages> = {
  title: "Datenquellen",
  add: "Datenquelle hinzufügen",
  addTitle: "Prometheus-Datenquelle hinzufügen",
  editTitle: (name) => `„${name}“ ändern`,
  columns: { name: "Name", url: "Adresse", test: "Prüfung" },
  builtIn: "Eingebaut: was dieser Server abfragt",
  isDefault: "Voreinstellung",
  urlHint: "Prometheus, oder was dessen HTTP-API spricht. Der Server fragt es, nie der Browser.",
  urlFault:
    "Eine Adresse beginnt mit http:// oder https:// und enthält weder Benutzer, Passwort, Abfrage noch Sprungmarke.",
  timeInterval: "Scrape-Intervall",
  timeIntervalHint: "Wie oft sie Messwerte holt, etwa 60s. Davon hängen Abfragen mit $__rate_interval ab.",
  overtaken:
    "Jemand hat die Datenquelle inzwischen geändert. Speichern Sie noch einmal, damit gilt, was Sie geschrieben haben.",
  nowSaved: (value) => `Inzwischen gespeichert: ${value}`,
  defaultText: "Nehmen, wo ein Panel keine Datenquelle nennt",
  test: "Prüfen",
  testOne: (name) => `${name} prüfen`,
  answered: (ms) => `Beantwortet in ${ms}\u2009ms`,
  failed: "Gescheitert:",
  row: { edit: "Ändern", delete: "Löschen" },
  delete: {
    title: (name) => `„${name}“ löschen?`,
    text: "Panels, die sie fragen, zeigen von da an einen Fehler. Ihre Daten bleiben unberührt.",
    submit: "Datenquelle löschen",
  },
};
