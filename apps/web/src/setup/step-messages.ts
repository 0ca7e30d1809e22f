import { translatedLater } from "../messages/translated-later.ts";

/** The texts of the set-up once there is an administrator. */
export const stepTexts = translatedLater("setUpSteps", {
  lead: "Each step is saved by itself. What you leave out waits under Access and Settings.",
  goOn: "Go on",
  saveAndGoOn: "Save and go on",
  back: "Back",
  leave: "Leave the rest for later",
  administrator: {
    done: (email: string) => `${email} administers everything. Name and password can be changed under Account.`,
  },
  address: {
    answers: (url: string, ms: number) =>
      `People reach this server at ${url}. It answered there just now, in ${ms} ms.`,
    checking: "Asking the server whether it answers at this address …",
    silent: (url: string) => `Nothing answered at ${url}.`,
    other: (here: string, believed: string) =>
      `You are at ${here}, but links in mails and codes on walls will lead to ${believed}. If people are to come here, start the server with:`,
    copy: "Copy",
  },
  mail: {
    statement:
      "Built-in mail reaches members of this team only: it stays in the inbox of this server. It is for trying things out, not for production.",
    choice: "Mail",
    later: { name: "Later", text: "Keep built-in mail for now." },
    smtp: { name: "A mail server", text: "Mails leave by SMTP, to anybody." },
    test: "Send me a test",
    needsHost: "Name the mail server first.",
  },
  look: {
    choice: "Begin with",
    demo: {
      name: "The demo",
      text: "A dashboard with the workers of this server, and a playlist with it for the first wall.",
    },
    empty: { name: "Nothing", text: "No dashboard and no playlist. The demo goes to the trash." },
    code: "Code on a wall (optional)",
    codeHint: (installed: string) =>
      `The command shows a code; typed here, the wall plays the demo. Where Vedette is installed, it is “${installed}”.`,
    command: "On the machine with the screens, in a clone of Vedette",
    copied: "Copied",
    codeNeedsDemo: "A wall needs a playlist: begin with the demo, or leave the code out.",
    finish: "Finish",
  },
} as const);
