/** Characters that are read between two places where others can have their turn. */
const CHARACTERS_PER_LOOK = 16 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

interface Level {
  /** `undefined` for a list. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
  index: number;
  /** The member whose value comes next. */
  key: string | undefined;
}

/**
 * Finds members that an object has more than once, which a parser forgets. Yields wherever it can be interrupted.
 *
 * @param text - valid JSON
 * @param most - how many are looked for: paths repeat the keys above them, so that all together may be far longer than
 *   the text
 * @returns their paths, e.g. `spec.items[0].type`
 */
export function* duplicateMembers(text: string, most: number): Generator<void, string[]> {
  const found: string[] = [];
  const levels: Level[] = [];
  let nextLook = CHARACTERS_PER_LOOK;
  for (let at = 0; at < text.length && found.length < most; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      const end = endOfString(text, at);
      readString(levels.at(-1), text.slice(at, end), found);
      at = end - 1;
    } else readSign(levels, sign);
    if (at < nextLook) continue;
    nextLook = at + CHARACTERS_PER_LOOK;
    yield;
  }
  return found;
}

/** @returns the place behind the closing quote */
function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

function readSign(levels: Level[], sign: number): void {
  if (sign === 0x7b || sign === 0x5b) {
    const keys = sign === 0x7b ? new Set<string>() : undefined;
    levels.push({ keys, path: pathIn(levels.at(-1)), index: 0, key: undefined });
  } else if (sign === 0x7d || sign === 0x5d) levels.pop();
  else if (sign === COMMA) nextIn(levels.at(-1));
}

function nextIn(level: Level | undefined): void {
  if (level === undefined) return;
  level.index += 1;
  level.key = undefined;
}

/** The first string of a member is its key, the second its value. */
function readString(level: Level | undefined, token: string, found: string[]): void {
  if (level?.keys === undefined || level.key !== undefined) return;
  const key = token.includes("\\") ? String(JSON.parse(token)) : token.slice(1, -1);
  level.key = key;
  if (level.keys.has(key)) found.push(pathIn(level));
  level.keys.add(key);
}

function pathIn(level: Level | undefined): string {
  if (level === undefined) return "";
  if (level.keys === undefined) return `${level.path}[${level.index}]`;
  return level.path === "" ? (level.key ?? "") : `${level.path}.${level.key ?? ""}`;
}
