import { translated } from "../messages/translated.ts";

/** Every text of the pages of data sources, in English; other languages stand in `messages/`. */
export const dataSourceMessages = translated("dataSources", {
  title: "Data sources",
  add: "Add data source",
  addTitle: "Add a Prometheus data source",
  editTitle: (name: string) => `Change “${name}”`,
  columns: { name: "Name", url: "Address", test: "Check" },
  builtIn: "Built in: what this server scrapes",
  isDefault: "default",
  urlHint: "Prometheus, or anything that speaks its HTTP API. The server asks it, never the browser.",
  urlFault: "An address begins with http:// or https://, and holds no user, password, query or fragment.",
  timeInterval: "Scrape interval",
  timeIntervalHint: "How often it scrapes, such as 60s. Queries with $__rate_interval depend on it.",
  overtaken: "Somebody changed the data source in the meantime. Save once more to put what you typed in its place.",
  nowSaved: (value: string) => `Saved by now: ${value}`,
  defaultText: "Take it where a panel names no data source",
  test: "Test",
  testOne: (name: string) => `Test ${name}`,
  answered: (ms: number) => `Answered in ${ms}\u2009ms`,
  failed: "Failed:",
  row: { edit: "Change", delete: "Delete" },
  delete: {
    title: (name: string) => `Delete “${name}”?`,
    text: "Panels that ask it show an error from then on. Its data are not touched.",
    submit: "Delete data source",
  },
} as const);
