import type { shortcutMessages } from "../../help/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the page of keyboard shortcuts. */
export const shortcutsTexts: Translation<typeof shortcutMessages> = {
  title: "Tastenkürzel",
  note: "Einzelne Buchstaben wirken, solange kein Feld den Fokus hat.",
  groups: [
    {
      name: "Überall",
      keys: [
        { keys: ["Strg", "K"], does: "Zu einer Seite oder einem Dashboard" },
        { keys: ["/"], does: "In der Liste suchen" },
        { keys: ["["], does: "Vorige Seite einer Liste" },
        { keys: ["]"], does: "Nächste Seite einer Liste" },
        { keys: ["?"], does: "Diese Seite zeigen" },
        { keys: ["Esc"], does: "Die innerste Ebene schließen" },
      ],
    },
    {
      name: "Gehe zu",
      keys: [
        { keys: ["g", "h"], does: "Start" },
        { keys: ["g", "d"], does: "Dashboards" },
        { keys: ["g", "e"], does: "Erkunden" },
        { keys: ["g", "p"], does: "Abspiellisten" },
        { keys: ["g", "u"], does: "Personen" },
        { keys: ["g", "s"], does: "Datenquellen" },
      ],
    },
  ],
};
