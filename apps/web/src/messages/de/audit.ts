import type { texts } from "../../audit/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the audit log. */
export const auditTexts: Translation<typeof texts> = {
  title: "Protokoll",
  lead: "Jedes Ereignis, das die Sicherheit angeht, das neueste zuerst.",
  search: "Von wem: Adresse oder Name",
  action: "Ereignis",
  target: "Mit wem oder was",
  from: "Von",
  to: "Bis",
  onlyThese: "Nur solche Ereignisse",
  anyAction: "Jedes Ereignis",
  empty: "Noch ist nichts geschehen",
  emptyText: "Anmeldungen und Änderungen an Konten und Einstellungen erscheinen hier.",
  noMatchText: "Kein Ereignis ist so.",
  columns: { time: "Wann", actor: "Von wem", action: "Was", address: "Woher" },
  details: "Einzelheiten",
};
