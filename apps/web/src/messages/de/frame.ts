import type { frameTexts } from "../../frame/messages.ts";
import type { Translation } from "../translated.ts";

export const frame: Translation<typeof frameTexts> = {
  lost: (time) =>
    `Der Server antwortet seit ${time} nicht. Was Sie sehen, ist von da; bis er zurück ist, lässt sich nichts speichern.`,
  banners: {
    label: "Hinweise",
    clock: ({ by, isBehind }) =>
      `Die Uhr dieses Rechners geht gegenüber der des Servers ${by} ${isBehind ? "nach" : "vor"}. Bis sie gestellt ist, können Daten fehlen, und was alt ist, ist falsch angegeben.`,
    mail: "Mail geht über den eingebauten Versand: nur an das Team, und nicht für den Betrieb.",
    mailLink: "Einstellungen der Mail",
    factor: (date) => `Ihr Konto braucht bis ${date} einen zweiten Faktor.`,
    factorLink: "Zweiten Faktor hinzufügen",
    newer: (version) => `Jetzt antwortet Vedette ${version}; diese Seite ist von einer anderen Version.`,
    dismiss: "Diesen Hinweis weglegen",
  },
  sessionEnds: {
    text: (time) => `Ihre Sitzung endet um ${time}.`,
    stay: "Angemeldet bleiben",
    again: "Wieder anmelden",
    dismiss: "Nicht jetzt",
  },
  notFound: {
    like: "Ähnliche Dashboards",
    recent: "Zuletzt angesehen",
  },
};
