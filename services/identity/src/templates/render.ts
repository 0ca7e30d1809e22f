import { escapeFor } from "./escape.ts";
import type { Expression } from "./expression.ts";
import { callFunction, isTrue, memberOf, textOf } from "./functions.ts";
import { HtmlWalk } from "./html-place.ts";
import type { Node } from "./parse.ts";

/** What values are written into. */
export type Form = "html" | "text";

/** Nobody's data makes a mail longer or a template run longer than this. */
const MAX_LENGTH = 500_000;
const MAX_STEPS = 20_000;
/** What one value may add; the rest of it is left out. */
const MAX_VALUE_LENGTH = 10_000;

/** Fills a template. What is not there is nothing; a template that grows without end is cut off. */
export function render(nodes: readonly Node[], data: Readonly<Record<string, unknown>>, form: Form): string {
  const writer = new Writer(form);
  run(nodes, { dot: data, variables: new Map([["$", data]]), writer });
  return writer.text;
}

class Writer {
  text = "";
  steps = 0;
  readonly #walk: HtmlWalk | undefined;

  constructor(form: Form) {
    this.#walk = form === "html" ? new HtmlWalk() : undefined;
  }

  get isFull(): boolean {
    return this.text.length > MAX_LENGTH || this.steps > MAX_STEPS;
  }

  literal(text: string): void {
    this.#walk?.read(text);
    this.text += text;
  }

  value(whole: string): void {
    const text = whole.slice(0, MAX_VALUE_LENGTH);
    const written = this.#walk === undefined ? text : escapeFor(this.#walk.place(), text);
    if (written !== "") this.#walk?.wrote();
    this.text += written;
  }
}

interface Scope {
  readonly dot: unknown;
  readonly variables: Map<string, unknown>;
  readonly writer: Writer;
}

function run(nodes: readonly Node[], scope: Scope): void {
  const { writer } = scope;
  for (const node of nodes) {
    writer.steps += 1;
    if (writer.isFull) return;
    if (node.kind === "text") writer.literal(node.text);
    else if (node.kind === "value") writer.value(textOf(evaluate(node.value, scope)));
    else if (node.kind === "assign") scope.variables.set(node.name, evaluate(node.value, scope));
    else if (node.kind === "range") runRange(node, scope);
    else runConditional(node, scope);
  }
}

function runConditional(
  { kind, value: expression, whenTrue, otherwise }: Node & { kind: "if" | "with" },
  scope: Scope,
): void {
  const value = evaluate(expression, scope);
  if (!isTrue(value)) run(otherwise, scope);
  else run(whenTrue, kind === "with" ? { ...scope, dot: value } : scope);
}

function runRange({ value, whenTrue, otherwise, keyName, itemName }: Node & { kind: "range" }, scope: Scope): void {
  const items = itemsOf(evaluate(value, scope));
  if (items.length === 0) run(otherwise, scope);
  for (const [key, item] of items) {
    if (scope.writer.isFull) return;
    if (keyName !== undefined) scope.variables.set(keyName, key);
    if (itemName !== undefined) scope.variables.set(itemName, item);
    run(whenTrue, { ...scope, dot: item });
  }
}

/** Lists in their order, objects in the order of their keys. */
function itemsOf(value: unknown): readonly (readonly [unknown, unknown])[] {
  if (Array.isArray(value)) return [...value.entries()];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function evaluate(expression: Expression, scope: Scope): unknown {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "variable":
      return scope.variables.get(expression.name);
    case "path": {
      const root = expression.root === "dot" ? scope.dot : evaluate(expression.root, scope);
      return expression.keys.reduce<unknown>(memberOf, root);
    }
    case "call":
      return callFunction(
        expression.name,
        expression.inputs.map((input) => evaluate(input, scope)),
      );
  }
}
