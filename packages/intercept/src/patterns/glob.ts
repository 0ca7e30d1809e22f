import { InterceptError } from "../errors.ts";

/** One piece of a glob. `anySegments` is what may stand between two slashes, or nothing. */
type GlobToken =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "anyInSegment" }
  | { readonly kind: "any" }
  | { readonly kind: "anySegments" }
  | { readonly kind: "anyEndingInSlash" }
  | { readonly kind: "open" }
  | { readonly kind: "or" }
  | { readonly kind: "close" };

/**
 * The source of the regular expression that a glob stands for; it matches whole urls.
 *
 * `*` is any run without a slash, `**` any run, `{a,b}` either, `\x` the character x. Everything else is itself: `?` is
 * the query separator, brackets are brackets.
 *
 * @throws InterceptError `ERR_ROUTE_PATTERN` with `reason` `unmatchedOpen`, `unmatchedClose` or `nested`
 */
export function globToRegexPattern(glob: string): string {
  return `^${parseGlob(glob).map(regexOf).join("")}$`;
}

/** @throws InterceptError `ERR_ROUTE_PATTERN` */
function parseGlob(glob: string): GlobToken[] {
  const tokens: GlobToken[] = [];
  let isInGroup = false;
  let at = 0;
  while (at < glob.length) {
    const char = glob.charAt(at);
    if (char === "\\" && at + 1 < glob.length) {
      tokens.push({ kind: "literal", text: glob.charAt(at + 1) });
      at += 2;
    } else if (char === "*") {
      const { token, length } = readStars(glob, at);
      tokens.push(token);
      at += length;
    } else {
      const token = readCharacter(glob, char, isInGroup);
      if (token.kind === "open") isInGroup = true;
      if (token.kind === "close") isInGroup = false;
      tokens.push(token);
      at += 1;
    }
  }
  if (isInGroup) throw badGlob(glob, "unmatchedOpen");
  return tokens;
}

function readStars(glob: string, at: number): { token: GlobToken; length: number } {
  const stars = /^\*+/.exec(glob.slice(at))?.[0].length ?? 1;
  if (stars === 1) return { token: { kind: "anyInSegment" }, length: 1 };
  if (glob.charAt(at + stars) !== "/") return { token: { kind: "any" }, length: stars };
  const followsSlash = glob.charAt(at - 1) === "/";
  return { token: { kind: followsSlash ? "anySegments" : "anyEndingInSlash" }, length: stars + 1 };
}

function readCharacter(glob: string, char: string, isInGroup: boolean): GlobToken {
  if (char === "{") {
    if (isInGroup) throw badGlob(glob, "nested");
    return { kind: "open" };
  }
  if (char === "}") {
    if (!isInGroup) throw badGlob(glob, "unmatchedClose");
    return { kind: "close" };
  }
  return char === "," && isInGroup ? { kind: "or" } : { kind: "literal", text: char };
}

function regexOf(token: GlobToken): string {
  switch (token.kind) {
    case "literal":
      return token.text.replace(/[$^+.*()|\\?{}[\]/]/, (char) => `\\${char}`);
    case "anyInSegment":
      return "([^/]*)";
    case "any":
      return "(.*)";
    case "anySegments":
      return "((.+/)|)";
    case "anyEndingInSlash":
      return "(.*/)";
    case "open":
      return "(";
    case "or":
      return "|";
    case "close":
      return ")";
  }
}

/**
 * The widest pattern of the DevTools protocol's Fetch domain that a glob needs: there `*` also runs over slashes, `?` is
 * any one character and `\` escapes.
 */
export function globToFetchPattern(glob: string): string {
  let isInGroup = false;
  let pattern = "";
  for (const token of parseGlob(glob)) {
    if (token.kind === "open") isInGroup = true;
    if (token.kind === "close") isInGroup = false;
    if (token.kind === "literal" && !isInGroup) pattern += token.text.replace(/[*?\\]/, (char) => `\\${char}`);
    else if (!pattern.endsWith("*") || pattern.endsWith("\\*")) pattern += "*";
  }
  return pattern;
}

function badGlob(pattern: string, reason: "unmatchedOpen" | "unmatchedClose" | "nested"): InterceptError {
  const problem = {
    unmatchedOpen: "has a { without a }",
    unmatchedClose: "has a } without a {",
    nested: "has braces inside braces",
  }[reason];
  return new InterceptError("ERR_ROUTE_PATTERN", `route: the glob ${pattern} ${problem}`, { pattern, reason });
}
