import { translatedLater } from "../messages/translated-later.ts";

/** Texts of the page of components, in English; other languages stand in `messages/`. */
export const componentsMessages = translatedLater("components", {
  title: "Components",
  lead: "The pagination of @vedette/ui, as it is used here and can be used elsewhere. The package also has it as custom elements for Vue, Svelte, Angular and plain HTML.",
  parts: "Links to pages, in parts",
  auto: "Links to pages, put together",
  table: "Pagination of a list",
  several: "Several on one page",
  label: "Another label of the sizes",
  rows: "Rows:",
  nav: "Navigation of pages",
  rightToLeft: "From right to left",
} as const);
