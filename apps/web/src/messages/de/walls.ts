import type { texts } from "../../walls/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the pages about walls. */
export const wallsTexts: Translation<typeof texts> = {
  title: "Wände",
  pair: "Wand koppeln",
  empty: "Noch keine Wände",
  emptyText:
    "Ein Rechner mit Bildschirmen führt diesen Befehl aus und zeigt einen Code. Geben Sie den Code unter „Wand koppeln“ ein.",
  commandHint: (installed) => `In einem Klon von Vedette. Wo das Paket installiert ist: ${installed}`,
  copyCommand: "Befehl kopieren",
  copied: "Kopiert",
  here: "In diesem Tab abspielen",
  online: "Verbunden",
  away: "Nicht da",
  all: "Alle Wände",
  seen: "zuletzt gemeldet",
  never: "nie gemeldet",
  answerers: {
    here: (login) => `${login} steht für sie ein`,
    outside: (login) =>
      `${login} steht für sie ein und ist nur einem anderen Anmeldedienst bekannt. Geht diese Person, entfernen Sie die Wand oder speichern Sie sie selbst.`,
    stale: (login) =>
      `${login} steht für sie ein. Was ein anderer Anmeldedienst über die Gruppen dieser Person sagte, ist zu alt, um zu gelten: Dashboards, die nur diese Gruppen sehen dürfen, fehlen. Lassen Sie die Person die Wand neu speichern, oder speichern Sie sie selbst.`,
    gone: (login) =>
      `${login} stand für sie ein und ist nicht mehr da: Sie zeigt nichts, bis jemand anderes sie speichert.`,
  },
  noPicture: "Noch kein Bild",
  pictureOf: (screen) => `Was ${screen} zeigt`,
  lastShown: (dashboard) => `Zeigte ${dashboard}`,
  place: (index, length) => `${index + 1} / ${length}`,
  states: { starting: "Fängt an", playing: "Läuft", paused: "Angehalten", failed: "In Schwierigkeiten" },
  acts: {
    previous: "Voriges Dashboard",
    pause: "Anhalten",
    play: "Weiter",
    next: "Nächstes Dashboard",
    identify: "Den Namen auf diesem Bildschirm zeigen",
    pin: "Bei diesem Dashboard bleiben",
    unpin: "Nicht länger bei diesem Dashboard bleiben",
  },
  actOn: (act, screen) => `${act}: ${screen}`,
  change: "Name und Abspielliste",
  pinned: "Bleibt hier",
  display: "Nachricht und Helligkeit",
  displayTitle: (name) => `Nachricht und Helligkeit von ${name}`,
  message: "Nachricht",
  messageHint: "Steht unten auf jedem Bildschirm, bis Sie sie entfernen.",
  night: "Nachts dunkler",
  nightFrom: "Von",
  nightTo: "Bis",
  brightness: "Helligkeit in %",
  reload: "Seite neu laden",
  remove: "Entfernen",
  removeTitle: (name) => `Die Wand ${name} entfernen?`,
  removeText:
    "Ihr Schlüssel gilt sofort nicht mehr. Ihre Bildschirme zeigen wieder einen Code, mit dem sie neu gekoppelt werden kann.",
  removeSubmit: "Wand entfernen",
  changeTitle: (name) => `Die Wand ${name} ändern`,
  changeSubmit: "Speichern",
  overtaken:
    "Jemand hat die Wand inzwischen geändert. Speichern Sie noch einmal, damit gilt, was Sie geschrieben haben.",
  nowSaved: (value) => (value === "" ? "Inzwischen gespeichert: nichts" : `Inzwischen gespeichert: ${value}`),
  pairTitle: "Wand koppeln",
  pairLead:
    "Geben Sie den Code ein, der auf der Wand steht. Von da an darf sie eine Abspielliste und deren Dashboards lesen.",
  code: "Code auf der Wand",
  codeHint: "Sechs Buchstaben und Ziffern; er gilt zehn Minuten.",
  tooManyCodes: "Zu viele falsche Codes. Warten Sie und geben Sie dann den Code ein, der bis dahin auf der Wand steht.",
  name: "Name",
  nameHint: "Wo die Bildschirme hängen, etwa Foyer. Leer: der Name des Rechners.",
  playlist: "Abspielliste",
  asWished: "Wie an der Wand gewünscht",
  pairSubmit: "Wand koppeln",
  paired: "Die Wand ist gekoppelt. Sie zeigt ihre Abspielliste in wenigen Sekunden.",
};
