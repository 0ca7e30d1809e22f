import { keptLanguage } from "./language.ts";

/** Texts of one place; functions make sentences of values. */
type Texts = { readonly [Member in string]: unknown };

/** The same members in another language; what is missing stays English. */
export type Translation<English> = English extends string
  ? string
  : English extends (...values: infer Values) => string
    ? (...values: Values) => string
    : English extends readonly (infer Item)[]
      ? readonly Translation<Item>[]
      : { readonly [Member in keyof English]?: Translation<English[Member]> };

/** Loaded before any page is, and only by who wants it: modules that import texts wait for it. */
const german: Readonly<Record<string, Texts>> | undefined =
  keptLanguage() === "de" ? (await import("./de/german.ts")).GERMAN : undefined;

/** The texts of a place in the language of this browser. @param texts - those of its language, where they are others */
export function translated<English extends Texts>(place: string, english: English, texts = german): English {
  // A translation has the members of the English texts, by `Translation`.
  return texts === undefined ? english : (merged(english, texts[place] ?? {}) as English);
}

function merged(english: Texts, other: Texts): Texts {
  const members = Object.entries(english).map(([member, text]) => {
    const translation = other[member];
    if (translation === undefined) return [member, text] as const;
    return [member, isTexts(text) && isTexts(translation) ? merged(text, translation) : translation] as const;
  });
  return Object.fromEntries(members);
}

function isTexts(value: unknown): value is Texts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
