import {
  findNodeAtLocation,
  getLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { editingMessages } from "../messages.ts";

/** A place in a text: the character from 0, line and column from 1. */
export interface TextPlace {
  readonly at: number;
  readonly line: number;
  readonly column: number;
}

export type JsonText =
  | { readonly kind: "json"; readonly value: unknown }
  | ({ readonly kind: "fault"; readonly reason: string } & TextPlace);

const STRICT = { disallowComments: true, allowTrailingComma: false };

/** Reads JSON that somebody types; what is none says where it stops being JSON, and why. */
export function readJsonText(text: string): JsonText {
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    // Browsers say it each in their own words, and seldom where.
    const errors: ParseError[] = [];
    parseTree(text, errors, STRICT);
    const [first] = errors;
    const reasons: Readonly<Record<string, string>> = editingMessages.json.reasons;
    const reason = first === undefined ? undefined : reasons[printParseErrorCode(first.error)];
    return {
      kind: "fault",
      reason: reason ?? editingMessages.json.reasons.InvalidSymbol,
      ...placeAt(text, first?.offset ?? text.length),
    };
  }
}

/**
 * Where parts stand in a text; the nearest part around it for one that is missing.
 *
 * @param paths - as `panels[3].gridPos.w`
 */
export function placesOfPaths(text: string, paths: readonly string[]): readonly TextPlace[] {
  const tree = paths.length === 0 ? undefined : parseTree(text);
  return paths.map((path) => placeAt(text, tree === undefined ? 0 : offsetOf(tree, path)));
}

/** Which of the panels that a dashboard's text begins with a list of has a character in it; a row for those inside it. */
export function panelAround(text: string, at: number): number | undefined {
  const [list, index] = getLocation(text, at).path;
  return list === "panels" && typeof index === "number" ? index : undefined;
}

function offsetOf(tree: Node, path: string): number {
  const steps = [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name = ""]) =>
    index === undefined ? name : Number(index),
  );
  for (let length = steps.length; length > 0; length--) {
    const node = findNodeAtLocation(tree, steps.slice(0, length));
    if (node !== undefined) return node.offset;
  }
  return 0;
}

function placeAt(text: string, at: number): TextPlace {
  const before = text.slice(0, at).split("\n");
  return { at, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
