/** A key, quoted or not, and behind `=` or `:` its value: quoted, or up to the next separator. */
const PAIR = /(?<quotedKey>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')(?:\s*[:=])?|(?<key>[^\s,;&{}:="']+)(?:\s*[:=])?/y;

/** What may stand behind `=`: a value of its own, or a word that is no key of another one. */
const VALUE =
  /\s*(?<quoted>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')(?!\s*[:=])|(?<direct>[^\s,;&{}"'][^\s,;&{}]*)|\s+(?<apart>[^\s,;&{}:="']+)(?=[\s,;&}]|$)(?!\s*[:=])/y;

/** The pairs of a text: `a=b c: "d e"`, `a=1&b=2`, `{a="b"}`. A word alone is a key without a value. */
export function keyValues(text: string): Readonly<Record<string, string>> {
  const pairs = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const pair = matchAt(PAIR, text, at);
    if (pair === undefined) {
      at++;
      continue;
    }
    at += pair.text.length;
    const value = /[:=]$/.test(pair.text) ? matchAt(VALUE, text, at) : undefined;
    at += value?.text.length ?? 0;
    pairs.set(unquoted(pair.word), value === undefined ? "" : unquoted(value.word));
  }
  return Object.fromEntries(pairs);
}

interface Match {
  readonly text: string;
  readonly word: string;
}

function matchAt(pattern: RegExp, text: string, at: number): Match | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const word = Object.values(found.groups ?? {}).find((group) => group !== undefined);
  return word === undefined ? undefined : { text: found[0], word };
}

function unquoted(word: string): string {
  return /^["']/.test(word) ? word.slice(1, -1).replaceAll(/\\(.)/gs, "$1") : word;
}
