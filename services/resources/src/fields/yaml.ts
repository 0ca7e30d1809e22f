import { HttpError, inSlices, nextTurn } from "@vedette/http";
import { Composer, type CST, type Document, isPair, isScalar, isSeq, Lexer, type Node, Parser, visit } from "yaml";

/** Keys that stand twice are looked for until there are so many: their paths may be far longer than the text. */
const MOST_DUPLICATES = 20;

/** Tokens that a YAML body may have; the largest of the real dashboards that were measured has about 90,000. */
const MAX_TOKENS = 150_000;
const OPTIONS = { uniqueKeys: false, prettyErrors: false, logLevel: "silent" } as const;

/**
 * Reads one YAML document, a long one in slices. Of keys that stand twice the last one counts, as in JSON.
 *
 * @returns the value, and the paths of keys that stand twice
 * @throws HttpError `bad_json`, `too_many_values`
 */
export async function parseYaml(text: string): Promise<{ value: unknown; duplicates: string[] }> {
  try {
    const tokens = await inSlices(tokensOf(text));
    if (text.length > LONG_TEXT) await nextTurn();
    const [document, second] = new Composer(OPTIONS).compose(tokens, true, text.length);
    const [error] = document?.errors ?? [];
    if (error !== undefined) throw error;
    if (document === undefined || second !== undefined) throw new SyntaxError("the text is not one YAML document");
    if (text.length > LONG_TEXT) await nextTurn();
    return { value: document.toJS({ maxAliasCount: 100 }), duplicates: duplicateKeys(document) };
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError("bad_json", { detail: "The body is not valid YAML.", cause: error });
  }
}

/** Characters from which on composing and converting a document are two steps. */
const LONG_TEXT = 64 * 1024;

/** @throws HttpError `too_many_values` */
function* tokensOf(text: string): Generator<void, CST.Token[]> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    count += 1;
    if (count > MAX_TOKENS) {
      throw new HttpError("too_many_values", { detail: `The body holds more than ${MAX_TOKENS} YAML tokens.` });
    }
    if (count % 100 === 0) yield;
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function duplicateKeys(document: Document): string[] {
  const found: string[] = [];
  visit(document, {
    Map(_key, map, above) {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        if (found.length >= MOST_DUPLICATES) return visit.BREAK;
        const name = String(isScalar(key) ? key.value : key);
        if (seen.has(name)) found.push([...stepsOf([...above, map]), name].join("."));
        seen.add(name);
      }
      return undefined;
    },
  });
  return found.map((path) => path.replaceAll(".[", "["));
}

/** The way from the document to the last of some nodes that lie in each other. */
function stepsOf(nodes: readonly (Document | Node | object)[]): string[] {
  return nodes.flatMap((node, at) => {
    if (isPair(node)) return [String(isScalar(node.key) ? node.key.value : node.key)];
    const inner = nodes[at + 1];
    if (isSeq(node) && inner !== undefined) return [`[${node.items.indexOf(inner)}]`];
    return [];
  });
}
