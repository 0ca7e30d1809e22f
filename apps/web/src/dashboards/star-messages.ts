import { translated } from "../messages/translated.ts";

/** The texts of a dashboard's star, apart from those of the list: a dashboard has one, too. */
export const starTexts = translated("star", {
  star: (title: string) => `Mark ${title} with a star`,
  unstar: (title: string) => `Take the star from ${title}`,
  askForStars: "The stars did not come: ask again",
});
