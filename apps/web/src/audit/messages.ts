import { translatedLater } from "../messages/translated-later.ts";

/** The texts of the audit log. */
export const texts = translatedLater("audit", {
  title: "Audit",
  lead: "Every security event, newest first.",
  search: "By whom: address or name",
  action: "Event",
  target: "To whom or what",
  from: "From",
  to: "Until",
  onlyThese: "Only such events",
  anyAction: "Any event",
  empty: "Nothing has happened yet",
  emptyText: "Sign-ins, changes of accounts and of settings appear here.",
  noMatchText: "No event is like that.",
  columns: { time: "When", actor: "By whom", action: "What", address: "From" },
  details: "Details",
} as const);
