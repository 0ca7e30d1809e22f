import { translated } from "../messages/translated.ts";

/** Every text of the page where metrics are explored, in English; other languages stand in `messages/`. */
export const exploreMessages = translated("explore", {
  title: "Explore",
  source: "Data source",
  query: (letter: string) => `Query ${letter}`,
  placeholder: "up",
  run: "Run",
  add: "Add query",
  remove: (letter: string) => `Remove query ${letter}`,
  show: "Show",
  shows: { both: "Graph and table", graph: "Graph", table: "Table" },
  hint: "Ctrl Enter runs. What is run stands in the address.",
  begin: "Nothing asked yet",
  beginText: "Type the name of a metric and run it.",
  graph: "Graph",
  table: "Table",
  save: "Make a dashboard of it",
  dashboard: "Explored",
  copy: "Copy as panel",
  copied: "Copied: paste it into a dashboard",
  metrics: "Metrics",
  search: "Search metrics",
  noMetrics: "No metric has a name like this.",
  moreMetrics: (count: number) => `${count} more: search to find them.`,
  history: "History",
  forget: "Forget the history",
} as const);
