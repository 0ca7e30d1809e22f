import { keptLanguage } from "./language.ts";

/**
 * What the server says in English, in the language of this browser; what is not known there stays English. The words
 * are loaded when they are wanted first, and only by who wants another language.
 */
export async function ownWords(english: string): Promise<string> {
  if (keptLanguage() === "en") return english;
  try {
    const { inGerman } = await import("./de/server/words.ts");
    return inGerman(english);
  } catch {
    // The server may be the one that does not answer; what it said last must not go with it.
    return english;
  }
}
