import type { itemTexts } from "../../playlists/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the items of a playlist. */
export const playlistItemTexts: Translation<typeof itemTexts> = {
  settings: (name) => `Wann und wie ${name} zu sehen ist`,
  interval: "Dauer",
  intervalHint: "Leer: so lange, wie die Abspielliste sagt.",
  parameters: "Zeitraum und Variablen",
  parametersHint: "Wie in der Adresse eines Dashboards: from=now-1h&to=now&var-job=api",
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
