import type { exploreMessages } from "../../explore/messages.ts";
import type { Translation } from "../translated.ts";

export const explore: Translation<typeof exploreMessages> = {
  title: "Erkunden",
  source: "Datenquelle",
  query: (letter) => `Abfrage ${letter}`,
  run: "Abfragen",
  add: "Weitere Abfrage",
  remove: (letter) => `Abfrage ${letter} entfernen`,
  show: "Zeigen",
  shows: { both: "Graph und Tabelle", graph: "Graph", table: "Tabelle" },
  hint: "Strg Eingabe fragt ab. Das Abgefragte steht in der Adresse.",
  begin: "Noch nichts gefragt",
  beginText: "Geben Sie den Namen einer Metrik ein und fragen Sie sie ab.",
  graph: "Graph",
  table: "Tabelle",
  save: "Dashboard daraus machen",
  dashboard: "Erkundet",
  copy: "Als Panel kopieren",
  copied: "Kopiert: in ein Dashboard einfügen",
  metrics: "Metriken",
  search: "Metriken suchen",
  noMetrics: "Keine Metrik heißt so.",
  moreMetrics: (count) => `${count} weitere: Die Suche findet sie.`,
  history: "Verlauf",
  forget: "Verlauf vergessen",
};
