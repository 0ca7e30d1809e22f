import { translatedLater } from "../../messages/translated-later.ts";

/** Texts around the guides, in English; other languages stand in `messages/`. The guides themselves are English. */
export const guideTexts = translatedLater("guides", {
  title: "Guides",
  lead: "What there is to know about this version, for those who use it and those who run it.",
  guide: "Guide",
  contents: "On this page",
  language: "The guides are written in English.",
});
