import { translated } from "../messages/translated.ts";

/** Every text of the inbox, in English; other languages stand in `messages/`. */
export const inboxMessages = translated("inbox", {
  title: "Mail inbox",
  mail: "Mail",
  note: "No mail server is configured, so mails stay here instead of going out. This is for trying things out, not for production.",
  empty: "No mails yet",
  emptyText: "Invitations and confirmations arrive here as soon as somebody is invited or signs up.",
  invite: "Invite somebody",
  columns: { subject: "Subject", to: "To", time: "Time" },
} as const);
