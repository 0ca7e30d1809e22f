import type { builderTexts as english } from "../../query/builder-messages.ts";
import type { Translation } from "../translated.ts";

export const builderTexts: Translation<typeof english> = {
  button: "Baukasten",
  of: (query) => `Baukasten von ${query}`,
  notShown: "Der Baukasten kann diese Abfrage nicht zeigen. Sie bleibt Text.",
  metric: "Metrik",
  noMetric: "So heißt keine Metrik",
  filters: "Labels",
  label: "Label",
  operator: "Bedingung",
  operators: { "=": "ist", "!=": "ist nicht", "=~": "passt auf", "!~": "passt nicht auf" },
  value: "Wert",
  noLabel: "So heißt kein Label",
  addFilter: "Label hinzufügen",
  removeFilter: (label) => `Label ${label} entfernen`,
  operations: "Operationen, eine nach der anderen",
  add: "Operation hinzufügen",
  remove: (name) => `${name} entfernen`,
  arguments: { window: "Zeitfenster", share: "Anteil, 0 bis 1", count: "Wie viele", arithmetic: "Zahl" },
  grouping: "Gruppierung",
  groupings: { by: "behält", without: "lässt weg" },
  labels: "Labels, mit Kommas dazwischen",
};
