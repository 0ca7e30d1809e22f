/** Strings, brackets and commas of JSON text; colons, numbers and words are passed over. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

interface Level {
  /** `undefined` for a list. */
  readonly keys: Set<string> | undefined;
  readonly path: string;
  index: number;
  /** The member whose value comes next. */
  key: string | undefined;
}

/**
 * Finds members that an object has more than once, which a parser forgets.
 *
 * @param text - valid JSON
 * @param most - how many are looked for: paths repeat the keys above them, so that all together may be far longer than
 *   the text
 * @returns their paths, e.g. `spec.items[0].type`
 */
export function duplicateMembers(text: string, most: number): string[] {
  const found: string[] = [];
  const levels: Level[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    if (found.length >= most) break;
    readToken(levels, token, found);
  }
  return found;
}

function readToken(levels: Level[], token: string, found: string[]): void {
  const level = levels.at(-1);
  if (token === "{" || token === "[") {
    levels.push({ keys: token === "{" ? new Set() : undefined, path: pathIn(level), index: 0, key: undefined });
  } else if (token === "}" || token === "]") levels.pop();
  else if (token === ",") nextIn(level);
  else if (token !== ":" && level !== undefined) readKey(level, token, found);
}

function nextIn(level: Level | undefined): void {
  if (level === undefined) return;
  level.index += 1;
  level.key = undefined;
}

/** The first string of a member is its key, the second its value. */
function readKey(level: Level, token: string, found: string[]): void {
  if (level.keys === undefined || level.key !== undefined) return;
  const key = String(JSON.parse(token));
  level.key = key;
  if (level.keys.has(key)) found.push(pathIn(level));
  level.keys.add(key);
}

function pathIn(level: Level | undefined): string {
  if (level === undefined) return "";
  if (level.keys === undefined) return `${level.path}[${level.index}]`;
  return level.path === "" ? (level.key ?? "") : `${level.path}.${level.key ?? ""}`;
}
