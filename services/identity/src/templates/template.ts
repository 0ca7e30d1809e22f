import type { Expression } from "./expression.ts";
import { HtmlWalk } from "./html-place.ts";
import { type Node, parse } from "./parse.ts";
import { type Form, render } from "./render.ts";
import { TemplateError } from "./template-error.ts";

/** A template that has been read and checked. */
export interface Template {
  /** @param data - by the names without their dot */
  render(data: Readonly<Record<string, unknown>>): string;
}

/**
 * Reads a template and checks that every name in it is known and that no value stands where it could not be escaped.
 *
 * @param names - what the data will have, without the dot
 * @throws TemplateError with line and column of the first fault
 */
export function readTemplate(text: string, { form, names }: { form: Form; names: readonly string[] }): Template {
  const nodes = parse(text);
  const check = { names: new Set(names), walk: form === "html" ? new HtmlWalk() : undefined };
  checkNodes(nodes, check, { isRoot: true, variables: new Set(["$"]) });
  return { render: (data) => render(nodes, data, form) };
}

interface Check {
  readonly names: ReadonlySet<string>;
  readonly walk: HtmlWalk | undefined;
}

interface Scope {
  /** Whether the dot is the data itself, so that its names are known. */
  readonly isRoot: boolean;
  readonly variables: Set<string>;
}

function checkNodes(nodes: readonly Node[], check: Check, scope: Scope): void {
  for (const node of nodes) {
    if (node.kind === "text") {
      check.walk?.read(node.text);
      continue;
    }
    checkExpression(node.value, { ...check, at: node.at }, scope);
    if (node.kind === "value") checkPlace(node, check);
    else if (node.kind === "assign") scope.variables.add(node.name);
    else checkBranches(node, check, scope);
  }
}

function checkBranches(node: Node & { kind: "if" | "with" | "range" }, check: Check, scope: Scope): void {
  if (node.kind === "range") {
    for (const name of [node.keyName, node.itemName]) if (name !== undefined) scope.variables.add(name);
  }
  checkNodes(node.whenTrue, check, node.kind === "if" ? scope : { ...scope, isRoot: false });
  checkNodes(node.otherwise, check, scope);
}

function checkPlace({ at }: Node & { kind: "value" }, { walk }: Check): void {
  if (walk === undefined) return;
  const place = walk.place();
  if (place.kind === "nowhere") throw new TemplateError(`a value cannot stand in ${place.where}`, at);
  walk.wrote();
}

function checkExpression(
  expression: Expression,
  check: Check & Pick<Node & { kind: "value" }, "at">,
  scope: Scope,
): void {
  if (expression.kind === "call") {
    for (const input of expression.inputs) checkExpression(input, check, scope);
    return;
  }
  if (expression.kind === "variable" && !scope.variables.has(expression.name)) {
    throw new TemplateError(`${expression.name} has not been set`, check.at);
  }
  if (expression.kind !== "path") return;
  const { root, keys } = expression;
  if (root !== "dot") checkExpression(root, check, scope);
  const isRoot = root === "dot" ? scope.isRoot : root.kind === "variable" && root.name === "$";
  const [name] = keys;
  if (isRoot && name !== undefined && !check.names.has(name)) {
    const known = [...check.names].map((each) => `.${each}`).join(", ");
    throw new TemplateError(`there is no .${name} in this mail; there are ${known}`, check.at);
  }
}
