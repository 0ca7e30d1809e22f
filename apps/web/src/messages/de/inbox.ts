import type { inboxMessages } from "../../inbox/messages.ts";
import type { Translation } from "../translated.ts";

/** German for the inbox. */
export const inboxTexts: Translation<typeof inboxMessages> = {
  title: "Mail-Eingang",
  mail: "Mail",
  note: "Es ist kein Mailserver eingerichtet, deshalb bleiben Mails hier, statt hinauszugehen. Das ist zum Ausprobieren, nicht für den Betrieb.",
  empty: "Noch keine Mails",
  invite: "Jemanden einladen",
  emptyText: "Einladungen und Bestätigungen kommen hier an, sobald jemand eingeladen wird oder ein Konto anlegt.",
  columns: { subject: "Betreff", to: "An", time: "Zeit" },
};
