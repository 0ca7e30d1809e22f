import type { ClockDifference } from "../control/use-clock-difference.ts";
import { translated } from "../messages/translated.ts";

/** Texts of what stands around every page that needs a session. */
export const frameTexts = translated("frame", {
  lost: (time: string) =>
    `The server has not answered since ${time}. What you see is as it was then; nothing can be saved until it is back.`,
  banners: {
    label: "Notices",
    clock: ({ by, isBehind }: ClockDifference) =>
      `The clock of this machine is ${by} ${isBehind ? "behind" : "ahead of"} the server's. Until it is set, data may be missing and ages are wrong.`,
    mail: "Mail goes through the built-in sender: to the team alone, and not for production.",
    mailLink: "Mail settings",
    factor: (date: string) => `Your account needs a second factor by ${date}.`,
    factorLink: "Add a second factor",
    newer: (version: string) => `Vedette ${version} answers now; this page is of another version.`,
    dismiss: "Put this notice away",
  },
  sessionEnds: {
    text: (time: string) => `Your session ends at ${time}.`,
    stay: "Stay signed in",
    again: "Sign in again",
    dismiss: "Not now",
  },
  notFound: {
    like: "Dashboards like that",
    recent: "Recently viewed",
  },
});
