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
    {
      name: "Auf einem Dashboard",
      keys: [
        { keys: ["e"], does: "Das Panel unter der Hand bearbeiten, oder die Anordnung" },
        { keys: ["v"], does: "Das Panel unter der Hand allein zeigen, und zurück" },
        { keys: ["t", "t"], does: "Zeitraum wählen" },
        { keys: ["t", "←"], does: "Um einen Zeitraum früher" },
        { keys: ["t", "→"], does: "Um einen Zeitraum später" },
        { keys: ["t", "z"], does: "Zeitraum vergrößern" },
        { keys: ["t", "a"], does: "Den Zeitraum als feste Zeiten behalten" },
        { keys: ["t", "c"], does: "Zeitraum kopieren" },
        { keys: ["t", "v"], does: "Zeitraum einfügen" },
        { keys: ["d", "r"], does: "Auffrischen" },
        { keys: ["d", "s"], does: "Einstellungen" },
        { keys: ["d", "h"], does: "Fassungen" },
        { keys: ["d", "j"], does: "JSON" },
        { keys: ["d", "k"], does: "Vorführen, und zurück" },
        { keys: ["f"], does: "Vollbild" },
      ],
    },
    {
      name: "Beim Bearbeiten",
      keys: [
        { keys: ["Strg", "S"], does: "Speichern" },
        { keys: ["Strg", "Z"], does: "Rückgängig" },
        { keys: ["Strg", "Umschalt", "Z"], does: "Wiederholen" },
        { keys: ["Eingabe"], does: "Auf einem Griff: das Panel aufnehmen und ablegen" },
        { keys: ["←", "↑", "→", "↓"], does: "Das Panel in der Hand verschieben" },
        { keys: ["Umschalt", "→"], does: "Die Größe des Panels in der Hand ändern" },
      ],
    },
    {
      name: "In einem Graphen",
      keys: [
        { keys: ["←", "→"], does: "Punkt für Punkt" },
        { keys: ["Pos 1"], does: "Erster Punkt" },
        { keys: ["Ende"], does: "Letzter Punkt" },
      ],
    },
  ],
};
