import type { wallMessages } from "../../wall/messages.ts";
import type { Translation } from "../translated.ts";

/** German for walls. */
export const wallTexts: Translation<typeof wallMessages> = {
  toolbar: "Abspielliste",
  previous: "Voriges Dashboard",
  next: "Nächstes Dashboard",
  place: (at, count, { page, pages }) =>
    pages === 1 ? `${at} / ${count}` : `${at} / ${count}, Seite ${page} von ${pages}`,
  held: "Angehalten",
  following: (title) => `Danach: ${title}`,
  pause: "Anhalten",
  play: "Weiter",
  fullScreen: "Ganzer Schirm",
  screens: "Schirme wählen",
  screensSubmit: "Füllen",
  screensHint: "Ein Schirm wird sofort gefüllt. Auf den anderen öffnet sich ein Fenster, das ein Druck darauf füllt.",
  screensRefused: "Der Browser nennt seine Schirme nicht. Erlauben Sie dieser Adresse die Fensterverwaltung.",
  screensKeptBack: (count) =>
    `Der Browser hat ${count} Fenster zurückgehalten. Erlauben Sie dieser Adresse Pop-ups und versuchen Sie es noch einmal.`,
  stop: "Abspielliste beenden",
  empty:
    "Diese Abspielliste zeigt noch nichts. Fügen Sie ihr Dashboards hinzu, oder geben Sie Dashboards ihr Schlagwort.",
  resting: "Für diese Zeit steht nichts im Plan. Die Abspielliste geht von selbst weiter.",
  refused: "Dieses Dashboard gibt es nicht, oder dieser Schirm darf es nicht sehen.",
  bare: "Dieses Dashboard hat keine Panels.",
  skipped: "Das nächste Dashboard folgt gleich.",
  offline: (time) => `Offline seit der letzten Antwort des Servers um ${time}; was zu sehen ist, kann alt sein`,
  clock: ({ by, isBehind }) => `Uhr geht ${by} ${isBehind ? "nach" : "vor"}`,
  unknown: (name) =>
    `Hier gibt es keine Abspielliste „${name}“, oder dieser Schirm darf sie nicht sehen. Sie wird von selbst wieder gesucht.`,
  signedOut: "Dieser Schirm ist abgemeldet; was zu sehen ist, kann alt sein. Melden Sie sich in einem anderen Tab an.",
};
