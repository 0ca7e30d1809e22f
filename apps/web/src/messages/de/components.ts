import type { componentsMessages } from "../../help/components-messages.ts";
import type { Translation } from "../translated.ts";

/** German for the page of components. */
export const componentsTexts: Translation<typeof componentsMessages> = {
  title: "Bausteine",
  lead: "Das Blättern aus @vedette/ui, wie es hier benutzt wird und anderswo benutzt werden kann. Das Paket hat es auch als Custom Elements für Vue, Svelte, Angular und reines HTML.",
  parts: "Links auf Seiten, in Teilen",
  auto: "Links auf Seiten, zusammengesetzt",
  table: "Blättern in einer Liste",
  several: "Mehrere auf einer Seite",
  label: "Andere Beschriftung der Größen",
  rows: "Zeilen:",
  nav: "Navigation der Seiten",
  rightToLeft: "Von rechts nach links",
};
