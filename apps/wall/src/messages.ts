/** What a wall says on its screens before the pages of the server, which have texts of their own, are there. */
const ENGLISH = {
  starting: "The wall is starting.",
  pair: "Pair this wall",
  unpaired: "This wall is no longer paired",
  pairAt: (address: string) => `An administrator opens ${address} and types`,
  playlist: (name: string) => `Playlist ${name}`,
  unpairable: "This wall cannot be paired",
  playlistAt: (server: string, name: string) => `${server}, playlist ${name}`,
  silent: "The server does not answer",
  unreached: (server: string) => `${server} cannot be reached. The wall tries again by itself.`,
  nothingKept: (server: string) =>
    `${server} cannot be reached, and nothing of this playlist is kept here yet. The wall tries again by itself.`,
};

type Messages = typeof ENGLISH;

const GERMAN: Messages = {
  starting: "Die Wand startet.",
  pair: "Diese Wand koppeln",
  unpaired: "Diese Wand ist nicht mehr gekoppelt",
  pairAt: (address) => `Jemand mit Administratorrechten öffnet ${address} und gibt ein:`,
  playlist: (name) => `Abspielliste ${name}`,
  unpairable: "Diese Wand lässt sich nicht koppeln",
  playlistAt: (server, name) => `${server}, Abspielliste ${name}`,
  silent: "Der Server antwortet nicht",
  unreached: (server) => `${server} ist nicht zu erreichen. Die Wand versucht es von selbst wieder.`,
  nothingKept: (server) =>
    `${server} ist nicht zu erreichen, und von dieser Abspielliste ist hier noch nichts aufbewahrt. Die Wand versucht es von selbst wieder.`,
};

const BY_LANGUAGE: ReadonlyMap<string, Messages> = new Map([["de", GERMAN]]);

/** @param locale - of the session that the wall runs in (`LANG`), as its browsers have it; any without texts is English */
function wallMessages(locale: string): Messages & { readonly language: string } {
  const language = locale.split("-", 1)[0] ?? "";
  const messages = BY_LANGUAGE.get(language);
  return messages === undefined ? { language: "en", ...ENGLISH } : { language, ...messages };
}

/** The texts of this machine's language. */
export const messages = wallMessages(Intl.DateTimeFormat().resolvedOptions().locale);
