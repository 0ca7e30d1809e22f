import type { starTexts as english } from "../../dashboards/star-messages.ts";
import type { Translation } from "../translated.ts";

export const starTexts: Translation<typeof english> = {
  star: (title) => `${title} mit einem Stern merken`,
  unstar: (title) => `Den Stern von ${title} nehmen`,
  askForStars: "Die Sterne kamen nicht: noch einmal fragen",
};
