import type { guideTexts } from "../../help/guides/messages.ts";
import type { Translation } from "../translated.ts";

/** German for what stands around the guides. */
export const guidesTexts: Translation<typeof guideTexts> = {
  title: "Anleitungen",
  lead: "Was es über diese Version zu wissen gibt, für alle, die sie benutzen oder betreiben.",
  guide: "Anleitung",
  contents: "Auf dieser Seite",
  language: "Die Anleitungen sind auf Englisch geschrieben.",
};
