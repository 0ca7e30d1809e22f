import { translated } from "../messages/translated.ts";

/** Every text of importing dashboards, in English; other languages stand in `messages/`. */
export const importMessages = translated("import", {
  title: "Import dashboard",
  drop: "Drop a dashboard's JSON file here",
  choose: "Choose a file",
  paste: "Or paste its JSON",
  read: "Read",
  tooLarge: "The file is larger than 8 MiB. Take panels out of it, or split it.",
  panels: (count: number) => (count === 1 ? "1 panel" : `${count} panels`),
  missingLibraryPanels: (names: string) =>
    `The file refers to library panels that it does not contain: ${names}. They are shown as missing.`,
  name: "Name in the address",
  nameHint: "Letters, digits, dot, dash and underscore. Leave it empty to have one made.",
  nameInvalid: "Only letters, digits, dots, dashes and underscores, beginning and ending with a letter or digit.",
  taken: "A dashboard with this name exists already. Choose another name, or leave it empty.",
  source: (label: string) => `Data source for ${label}`,
  back: "Take another file",
  submit: "Import",
  faults: {
    empty: () => "There is nothing to read. Choose a file, or paste the JSON of a dashboard.",
    syntax: (detail: string) => `This is not JSON: ${detail}`,
    "not-an-object": () => "This is JSON, but no dashboard: a dashboard is an object in braces.",
    "a-list": () => "This is a list. Import its dashboards one by one.",
    unsupported: (name: string) =>
      `${name} is not supported. Export the dashboard as “Classic” or “V1 Resource” and import that.`,
    "no-dashboard": () => "This JSON is something else than a dashboard: it has neither a title nor panels.",
    "no-title": () => 'This dashboard has no title. Give it a "title" and read it again.',
  },
} as const);
