import { HttpError } from "@vedette/http";
import { type Document, isPair, isScalar, isSeq, type Node, parseDocument, visit } from "yaml";

/** Keys that stand twice are looked for until there are so many: their paths may be far longer than the text. */
const MOST_DUPLICATES = 20;

/**
 * Reads one YAML document. Of keys that stand twice the last one counts, as in JSON.
 *
 * @returns the value, and the paths of keys that stand twice
 * @throws HttpError `bad_json`
 */
export function parseYaml(text: string): { value: unknown; duplicates: string[] } {
  try {
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return { value: document.toJS({ maxAliasCount: 100 }), duplicates: duplicateKeys(document) };
  } catch (error) {
    throw new HttpError("bad_json", { detail: "The body is not valid YAML.", cause: error });
  }
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
