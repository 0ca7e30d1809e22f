import type { wallMessages } from "../../wall/messages.ts";
import type { Translation } from "../translated.ts";

/** German for walls. */
export const wallTexts: Translation<typeof wallMessages> = {
  toolbar: "Abspielliste",
  previous: "Voriges Dashboard",
  next: "Nächstes Dashboard",
  following: (title) => `Danach: ${title}`,
  pause: "Anhalten",
  play: "Weiter",
  fullScreen: "Ganzer Schirm",
  stop: "Abspielliste beenden",
  empty: "Diese Abspielliste zeigt noch nichts. Fügen Sie ihr Dashboards hinzu, oder geben Sie Dashboards ihr Tag.",
  resting: "Für diese Zeit steht nichts im Plan. Die Abspielliste geht von selbst weiter.",
  skipped: "Das nächste Dashboard folgt gleich.",
  disconnected: (time) => `Seit ${time} keine Verbindung; was zu sehen ist, kann alt sein`,
  unknown: (name) =>
    `Hier gibt es keine Abspielliste „${name}“, oder dieser Schirm darf sie nicht sehen. Sie wird von selbst wieder gesucht.`,
  signedOut:
    "Dieser Schirm ist abgemeldet; was zu sehen ist, kann alt sein. Melden Sie sich an einem anderen Schirm an und laden Sie dann diese Seite neu.",
};
