import type { consentMessages } from "../../consent/messages.ts";
import type { Translation } from "../translated.ts";

export const consent: Translation<typeof consentMessages> = {
  title: (program) => `„${program}“ hereinlassen?`,
  unnamed: "ein Programm ohne Namen",
  as: (person) => `Sie sind angemeldet als ${person}.`,
  other: "Als jemand anderes anmelden",
  learns: "Es wird wissen",
  scopes: {
    openid: "wer Sie sind: jedes Mal dieselbe Nummer, und sonst nichts",
    profile: "Ihren Namen, Ihr Bild und Ihre Sprache, wie Sie sie eingestellt haben",
    email: "Ihre E-Mail-Adresse",
    phone: "Ihre Telefonnummer",
    offline_access: "all das auch, während Sie weg sind",
  },
  never: "Es kann hier nichts in Ihrem Namen tun: keine Dashboards, keine Einstellungen, keine Passwörter.",
  goes: "Ihre Antwort geht an",
  machine: "ein Programm auf diesem Rechner",
  app: (scheme) => `das Programm, das auf diesem Gerät ${scheme}-Adressen öffnet`,
  registeredItself:
    "Dieses Programm hat sich selbst angemeldet, und niemand hat geprüft, wie es sich nennt. Trauen Sie der Adresse, nicht dem Namen.",
  allow: "Hereinlassen",
  deny: "Nicht hereinlassen",
  back: "Auf Ihrer Kontoseite können Sie das unter Programme zurücknehmen.",
  onward: "Zurück zum Programm …",
  gone: {
    title: "Diese Anfrage ist vorbei",
    text: "Sie wurde beantwortet, ist abgelaufen oder gehört jemand anderem. Gehen Sie zum Programm zurück und beginnen Sie von vorn.",
    home: "Zur Startseite",
  },
  off: {
    title: "Hier wird niemand hereingelassen",
    text: "Die Anmeldung bei anderen Programmen mit einem Konto von hier ist ausgeschaltet. Eine Administratorin kann sie unter Zugang, Programme einschalten.",
  },
  again: {
    title: "Noch einmal anmelden",
    text: "Das Programm möchte eine frische Anmeldung, bevor es Ihnen glaubt, wer Sie sind.",
    submit: "Noch einmal anmelden",
  },
};
