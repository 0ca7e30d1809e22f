import type { setUpTexts as english } from "../../setup/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the set-up page. */
export const setUpTexts: Translation<typeof english> = {
  title: "Vedette einrichten",
  lead: "Legen Sie das erste Konto an. Es verwaltet alles.",
  steps: "Schritte",
  stepNames: { administrator: "Verwaltung", address: "Adresse", mail: "Post", "look-around": "Umsehen" },
  code: "Einrichtungscode",
  codeHint: "Der Server hat ihn beim Start ausgegeben; der ganze Link geht auch.",
  name: "Name (freiwillig)",
  nameHint: "Was Ihre Kollegen sehen.",
  submit: "Verwaltung anlegen",
  wrong: "Dieser Einrichtungslink passt nicht",
  wrongText:
    "Der Code im Link ist nicht der dieses Servers. Nehmen Sie den Link, den der Server beim letzten Start ausgegeben hat, oder setup_url in keys.json seines Datenordners.",
  expired: "Dieser Einrichtungslink ist abgelaufen",
  expiredText: "Starten Sie den Server neu: er gibt einen frischen Link aus.",
  done: "Schon eingerichtet",
  doneText:
    "Jemand hat den Einrichtungslink benutzt; er gilt einmal. Melden Sie sich an, oder bitten Sie die Verwaltung um eine Einladung.",
};
