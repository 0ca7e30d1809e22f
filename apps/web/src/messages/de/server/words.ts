import { errorWords } from "./errors.ts";
import { mailWords } from "./mails.ts";
import { permissionWords } from "./permissions.ts";
import { queryWords } from "./queries.ts";
import { settingNames } from "./setting-names.ts";
import { settingWords } from "./settings.ts";

const WORDS = new Map(
  Object.entries({ ...settingWords, ...settingNames, ...mailWords, ...permissionWords, ...queryWords, ...errorWords }),
);

/** Texts with `{0}`, `{1}`, … where the server fills something in; the first that fits counts. */
const PATTERNS = [...WORDS]
  .filter(([english]) => english.includes("{0}"))
  .map(([english, german]) => ({ english: patternOf(english), german }));

/** The German for an English text of the server, or the text itself. What the server filled in is looked up as well. */
export function inGerman(english: string): string {
  const known = WORDS.get(english);
  if (known !== undefined) return known;
  for (const pattern of PATTERNS) {
    const filled = pattern.english.exec(english)?.groups;
    if (filled !== undefined) {
      return pattern.german.replaceAll(/\{(\d)\}/g, (_, place) => inGerman(filled[`at${place}`] ?? ""));
    }
  }
  return bySentences(english) ?? english;
}

/** A text may be made of several that are known, as when a password lacks two things: then each is put into German. */
function bySentences(english: string): string | undefined {
  const sentences = english.split(/(?<=\.) (?=[A-Z])/);
  if (sentences.length === 1) return undefined;
  const german = sentences.map(inGerman);
  return german.every((sentence, at) => sentence !== sentences[at]) ? german.join(" ") : undefined;
}

function patternOf(english: string): RegExp {
  const parts = english.split(/\{(\d)\}/);
  const seen = new Set<string>();
  const source = parts.map((part, at) => {
    if (at % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
    if (seen.has(part)) return `\\k<at${part}>`;
    seen.add(part);
    return `(?<at${part}>.+?)`;
  });
  return new RegExp(`^${source.join("")}$`, "s");
}
