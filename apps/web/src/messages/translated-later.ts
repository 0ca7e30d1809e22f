import { keptLanguage } from "./language.ts";
import { translated } from "./translated.ts";

type Texts = Parameters<typeof translated>[1];

/** Loaded with the first page that wants it, not with the first page. */
const german: Readonly<Record<string, Texts>> | undefined =
  keptLanguage() === "de" ? (await import("./de/german-later.ts")).GERMAN_LATER : undefined;

/** As `translated`, for pages that few open. */
export function translatedLater<English extends Texts>(place: string, english: English): English {
  return translated(place, english, german);
}
