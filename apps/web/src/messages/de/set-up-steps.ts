import type { stepTexts as english } from "../../setup/step-messages.ts";
import type { Translation } from "../translated.ts";

/** German for the set-up once somebody administers it. */
export const setUpStepsTexts: Translation<typeof english> = {
  lead: "Jeder Schritt wird für sich gespeichert. Was Sie auslassen, wartet unter Zugang und Einstellungen.",
  goOn: "Weiter",
  saveAndGoOn: "Sichern und weiter",
  back: "Zurück",
  leave: "Den Rest später",
  administrator: {
    done: (email) => `${email} verwaltet alles. Name und Passwort lassen sich unter „Konto“ ändern.`,
  },
  address: {
    answers: (url, ms) => `Dieser Server ist unter ${url} zu erreichen. Er hat dort eben geantwortet, in ${ms} ms.`,
    checking: "Der Server wird gefragt, ob er unter dieser Adresse antwortet …",
    silent: (url) => `Unter ${url} hat nichts geantwortet.`,
    other: (here, believed) =>
      `Sie sind bei ${here}, aber Links in Mails und Codes auf Wänden führen zu ${believed}. Wenn man hierher kommen soll, starten Sie den Server mit:`,
    copy: "Kopieren",
  },
  mail: {
    statement:
      "Die eingebaute Post erreicht nur Mitglieder dieses Teams: sie bleibt im Mail-Eingang dieses Servers. Sie ist zum Ausprobieren, nicht für den Betrieb.",
    choice: "Mail",
    later: { name: "Später", text: "Vorerst bei der eingebauten Post bleiben." },
    smtp: { name: "Ein Mailserver", text: "Mails gehen über SMTP hinaus, an jeden." },
    test: "Testmail an mich",
    needsHost: "Nennen Sie zuerst den Mailserver.",
  },
  look: {
    choice: "Beginnen mit",
    demo: {
      name: "Der Vorführung",
      text: "Ein Dashboard mit den Workern dieses Servers und eine Abspielliste damit für die erste Wand.",
    },
    empty: { name: "Nichts", text: "Kein Dashboard und keine Abspielliste. Die Vorführung kommt in den Papierkorb." },
    code: "Code auf einer Wand (freiwillig)",
    codeHint: (installed) =>
      `Der Befehl zeigt einen Code; hier eingegeben, spielt die Wand die Vorführung. Wo Vedette installiert ist, lautet er „${installed}“.`,
    command: "Auf dem Rechner mit den Bildschirmen, in einem Klon von Vedette",
    copied: "Kopiert",
    codeNeedsDemo:
      "Eine Wand braucht eine Abspielliste: beginnen Sie mit der Vorführung, oder lassen Sie den Code weg.",
    finish: "Fertig",
  },
};
