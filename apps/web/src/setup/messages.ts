import { translated } from "../messages/translated.ts";

/** The texts of the set-up page, which one person sees once. */
export const setUpTexts = translated("setUp", {
  title: "Set up Vedette",
  lead: "Make the first account. It administers everything.",
  steps: "Steps",
  stepNames: { administrator: "Administrator", address: "Address", mail: "Mail", "look-around": "Look around" },
  code: "Set-up code",
  codeHint: "The server printed it at its start; the whole link works too.",
  name: "Name (optional)",
  nameHint: "What your colleagues see.",
  submit: "Create administrator",
  wrong: "This set-up link does not fit",
  wrongText:
    "The code in the link is not the one of this server. Take the link that the server printed at its latest start, or setup_url in keys.json of its data directory.",
  expired: "This set-up link has expired",
  expiredText: "Start the server again: it prints a fresh link.",
  done: "Already set up",
  doneText: "Somebody has used the set-up link; it works once. Sign in, or ask the administrator for an invitation.",
});
