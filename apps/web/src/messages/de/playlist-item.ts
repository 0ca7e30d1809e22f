import type { itemTexts } from "../../playlists/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the items of a playlist. */
export const playlistItemTexts: Translation<typeof itemTexts> = {
  settings: (name) => `Wann und wie ${name} zu sehen ist`,
  interval: "Dauer",
  intervalHint: "Leer: so lange, wie die Abspielliste sagt.",
  range: "Zeitraum",
  rangeOfDashboard: "Wie das Dashboard sagt",
  rangeOwn: "Ein anderer",
  rangeFrom: "Beginnt",
  rangeTo: "Endet",
  rangeHint: "Etwa now-6h, now/d oder 2026-05-01.",
  theme: "Farben",
  themes: { wall: "Wie die Wand", dark: "Dunkel", light: "Hell" },
  variables: "Variablen",
  variable: "Name",
  value: "Wert",
  addVariable: "Variable hinzufügen",
  removeVariable: (name) => `Variable ${name} entfernen`,
  rest: "Weitere Parameter",
  restHint: "Wie in der Adresse eines Dashboards.",
  days: "Tage",
  dayNames: { mon: "Mo", tue: "Di", wed: "Mi", thu: "Do", fri: "Fr", sat: "Sa", sun: "So" },
  from: "Von",
  to: "Bis",
  toHint: "Vor „Von“: bis zum nächsten Tag.",
  sameTime: "Wählen Sie eine andere Zeit als „Von“.",
  apply: "Übernehmen",
  timezone: "Zeitzone der Pläne",
  timezoneHint: "Zum Beispiel Europe/Berlin. Leer: die Zeit der Wand.",
};
