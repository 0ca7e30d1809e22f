import type { homeTexts as english } from "../../home/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the home page. */
export const homeTexts: Translation<typeof english> = {
  title: "Start",
  recent: "Zuletzt geänderte Dashboards",
  all: "Alle Dashboards",
  starred: "Markierte Dashboards",
  allStarred: "Alle markierten",
  viewed: "Zuletzt angesehen",
  noRecent: "Noch keine Dashboards",
  noRecentText: "Dashboards zeigen, was Ihre Datenquellen gemessen haben.",
  beginnings: {
    make: {
      name: "Neues Dashboard",
      text: "Beginnen Sie mit Panels, die gleich zeichnen, oder mit einem leeren Raster.",
    },
    import: { name: "Eines importieren", text: "Aus einer JSON-Datei, auch von einem anderen Dashboard-Server." },
    demo: { name: "Das Beispiel öffnen", text: "Die Mail-Warteschlange von Vedette selbst, eben gemessen." },
  },
  valuesOf: "Bild:",
  firing: {
    title: "Jetzt jenseits ihrer Schwellwerte",
    comparing: "Werte werden mit ihren kritischen Schwellwerten verglichen …",
    none: (compared) =>
      compared === 1
        ? "Das eine Panel mit kritischem Schwellwert liegt diesseits."
        : `Alle ${compared} Panels mit kritischem Schwellwert liegen diesseits.`,
    nothing: "Kein Panel der Dashboards darunter hat einen kritischen Schwellwert.",
    left: (left) =>
      `${left === 1 ? "1 weiteres Panel konnte" : `${left} weitere Panels konnten`} nicht verglichen werden.`,
    failed: "Die Werte konnten nicht verglichen werden.",
    others: (others) => `und ${others} weitere`,
  },
  walls: "Wand starten",
  allPlaylists: "Alle Abspiellisten",
  wall: (items, interval) => `${items === 1 ? "1 Eintrag" : `${items} Einträge`}, je ${interval}`,
  checklist: "Erste Schritte",
  done: (done, all) => `${done} von ${all} erledigt`,
  isDone: "Erledigt.",
  dismiss: "Liste weglegen",
  steps: {
    workers: { name: "Die Zusteller ansehen", text: "Die Mail-Warteschlange von Vedette, eben gemessen." },
    mail: {
      name: "Mail einrichten",
      text: "Bis dahin geht Mail nur an das Team; für den Betrieb genügt das nicht.",
    },
    methods: { name: "Anmeldewege wählen", text: "Passwörter, Codes, Passkeys, andere Dienste." },
    invite: { name: "Jemanden einladen", text: "Ein Link in einer Mail führt zur Wahl des Passworts." },
    dashboard: {
      name: "Ein Dashboard anlegen",
      text: "Beginnen Sie mit einem, das zeichnet, oder importieren Sie Ihres.",
    },
    wall: {
      name: "Eine Wand aufstellen",
      text: "Eine Abspielliste zeigt Dashboards der Reihe nach auf einem großen Schirm.",
    },
  },
};
