import { translatedLater } from "../messages/translated-later.ts";

/** The texts of the builder of queries. */
export const builderTexts = translatedLater("builder", {
  button: "Builder",
  of: (query: string) => `Builder of ${query.toLowerCase()}`,
  notShown: "The builder cannot show this query. It stays text.",
  metric: "Metric",
  noMetric: "No name of a metric",
  filters: "Labels",
  label: "Label",
  operator: "Condition",
  operators: { "=": "is", "!=": "is not", "=~": "matches", "!~": "does not match" },
  value: "Value",
  noLabel: "No name of a label",
  addFilter: "Add a label",
  removeFilter: (label: string) => `Remove the label ${label}`,
  operations: "Operations, one after the other",
  add: "Add an operation",
  remove: (name: string) => `Remove ${name}`,
  arguments: { window: "Window", share: "Share, 0 to 1", count: "How many", arithmetic: "Number" },
  grouping: "Grouping",
  groupings: { by: "keeps", without: "drops" },
  labels: "Labels, with commas between",
} as const);
