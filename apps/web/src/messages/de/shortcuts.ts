import type { shortcutMessages } from "../../help/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the page of keyboard shortcuts. */
export const shortcutsTexts: Translation<typeof shortcutMessages> = {
  title: "Tastenkürzel",
  note: "Einzelne Buchstaben wirken, solange kein Feld den Fokus hat.",
  single: "Einzelne Buchstaben und Folgen davon bewirken etwas",
  groups: [
    {
      name: "Überall",
      keys: [
        { keys: ["Strg", "K"], does: "Zu einer Seite oder einem Dashboard" },
        { keys: ["/"], does: "In der Liste suchen" },
        { keys: ["["], does: "Vorige Seite einer Liste" },
        { keys: ["]"], does: "Nächste Seite einer Liste" },
        { keys: ["j"], does: "Nächste Zeile einer Liste" },
        { keys: ["k"], does: "Vorige Zeile einer Liste" },
        { keys: ["x"], does: "Die Zeile unter der Hand auswählen, oder nicht" },
        { keys: ["s"], does: "Die Zeile unter der Hand merken" },
        { keys: ["m"], does: "Das Menü der Zeile oder des Panels unter der Hand öffnen" },
        { keys: ["F8"], does: "Zu dem, was eben getan wurde, um es zurückzunehmen" },
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
        { keys: ["g", "w"], does: "Worker" },
        { keys: ["g", "p"], does: "Abspiellisten" },
        { keys: ["g", "u"], does: "Personen" },
        { keys: ["g", "s"], does: "Einstellungen" },
      ],
    },
    {
      name: "Auf einem Dashboard",
      keys: [
        { keys: ["e"], does: "Das Panel unter der Hand bearbeiten, oder die Anordnung" },
        { keys: ["a"], does: "Ein Panel hinzufügen" },
        { keys: ["p", "d"], does: "Das Panel unter der Hand verdoppeln" },
        { keys: ["p", "r"], does: "Das Panel unter der Hand entfernen" },
        { keys: ["p", "c"], does: "Den Link des Panels unter der Hand kopieren" },
        { keys: ["←", "↑", "→", "↓"], does: "Von Panel zu Panel" },
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
        { keys: ["Strg", "V"], does: "Ein Panel, seine Adresse oder eine Tabelle in die Anordnung einfügen" },
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
        { keys: ["↑", "↓"], does: "Von Reihe zu Reihe" },
        { keys: ["Pos 1"], does: "Erster Punkt" },
        { keys: ["Ende"], does: "Letzter Punkt" },
        { keys: ["Bild ↑", "Bild ↓"], does: "Ein Zehntel der Punkte zurück oder weiter" },
        { keys: ["Eingabe"], does: "Dem Link des Punktes folgen" },
        { keys: ["T"], does: "Die Daten als Tabelle" },
      ],
    },
  ],
};
