import type { AddMatchers } from "./ad-hoc.ts";
import { escapeForString, writeForPrometheus, writeVariable } from "./variable-format.ts";
import type { VariableOption } from "./variable-option.ts";
import { isAll, textOfValue, type VariableValue, valuesOf } from "./variable-value.ts";

/** What the names in a text stand for. */
export interface Scope {
  readonly variables: ReadonlyMap<string, VariableValue>;
  /** Names that the dashboard itself gives: `__interval`, `__from`; also a value for each repeated copy. */
  readonly builtIn: ReadonlyMap<string, VariableOption>;
  /** Writes ad hoc filters into queries; only where a dashboard has some. */
  readonly addMatchers?: AddMatchers | undefined;
}

export const EMPTY_SCOPE: Scope = { variables: new Map(), builtIn: new Map() };

/** The same names, some of which stand for something else. */
export function withBuiltIn(scope: Scope, more: Iterable<readonly [string, VariableOption]>): Scope {
  return { ...scope, builtIn: new Map([...scope.builtIn, ...more]) };
}

/** How a value is written when the text names no format. */
export type DefaultFormat = "text" | "prometheus";

/** `$name`, `${name}`, `${name.path:format}`, `${name.path["key"]}`, `[[name]]`, `[[name:format]]` */
const REFERENCE =
  /\$(\w+)|\$\{(\w+)((?:\.[^:}.[\]]+|\[(?:"[^"]*"|'[^']*'|[^\]"']*)\])*)(?::([^}]+))?\}|\[\[(\w+?)(?::(\w+))?\]\]/g;

/** `.labels["user.id"]` and `.labels.job` as `labels.user.id` and `labels.job`; `undefined` for none. */
export function pathOf(written: string | undefined): string | undefined {
  if (written === undefined || written === "") return undefined;
  return written.replaceAll(/\[(?:"([^"]*)"|'([^']*)'|([^\]]*))\]/g, ".$1$2$3").slice(1);
}

/** Replaces every known variable of a text; unknown ones stay as they are. */
export function interpolate(text: string, scope: Scope, otherwise: DefaultFormat = "text"): string {
  if (!text.includes("$") && !text.includes("[[")) return text;
  return text.replaceAll(REFERENCE, (whole: string, ...groups: (string | undefined)[]) => {
    const [plain, braced, path, bracedFormat, squared, squaredFormat, offset] = groups;
    const name = plain ?? braced ?? squared ?? "";
    const format = bracedFormat ?? squaredFormat;
    const value = valueText({ name, path: pathOf(path), format }, { scope, otherwise });
    if (value === undefined) return whole;
    const isEscaped = otherwise === "prometheus" && format === "regex" && isInString(text.slice(0, Number(offset)));
    return isEscaped ? escapeForString(value) : value;
  });
}

/** Whether a query has an open string, in which a backslash escapes; in backquotes it does not. */
function isInString(before: string): boolean {
  let quote = "";
  for (let at = 0; at < before.length; at++) {
    const character = before.charAt(at);
    if (quote === "" && QUOTES.includes(character)) quote = character;
    else if (character === quote) quote = "";
    else if (character === "\\" && quote !== "" && quote !== "`") at += 1;
  }
  return quote === '"' || quote === "'";
}

const QUOTES = "\"'`";

/** Variables of several values that a query compares with `=` or `!=`, which fits none of them. */
export function comparedAsOne(expr: string, { variables }: Scope): readonly string[] {
  const names = [...expr.matchAll(COMPARED_AS_ONE)].map(
    ([, plain, braced, squared]) => plain ?? braced ?? squared ?? "",
  );
  return [...new Set(names)].filter((name) => {
    const value = variables.get(name);
    return value !== undefined && valuesOf(value).length > 1;
  });
}

const COMPARED_AS_ONE = /(?<![=!~<>])!?=\s*["'`](?:\$(\w+)|\$\{(\w+)\}|\[\[(\w+)\]\])["'`]/g;

interface Reference {
  readonly name: string;
  readonly path: string | undefined;
  readonly format: string | undefined;
}

function valueText(
  reference: Reference,
  { scope, otherwise }: { scope: Scope; otherwise: DefaultFormat },
): string | undefined {
  const { name, path, format } = reference;
  const builtIn = scope.builtIn.get(path === undefined ? name : `${name}.${path}`);
  if (builtIn !== undefined) {
    return format === undefined ? builtIn.value : formatted([builtIn.value], { name, format, text: builtIn.text });
  }
  const variable = scope.variables.get(name);
  if (variable === undefined) return undefined;
  const values = valuesOf(variable);
  const ownText = textOfAll(variable);
  if (ownText !== undefined && (format === undefined ? otherwise === "prometheus" : !WRITES_ALL.has(format)))
    return ownText;
  if (format !== undefined) return formatted(values, { name, format, text: textOfValue(variable) });
  if (otherwise === "text")
    return path === "text"
      ? textOfValue(variable)
      : writeVariable(values, { name: "glob", argument: "", variable: name, text: "" });
  return writeForPrometheus(values, variable.variable.isMulti || variable.variable.hasAll);
}

/** The text that stands for All: an expression that its author wrote, of which no letter is to be escaped. */
function textOfAll({ variable, chosen }: VariableValue): string | undefined {
  return isAll(chosen) ? variable.allValue : undefined;
}

/** Formats that write for people or for an address also what stands for All. */
const WRITES_ALL: ReadonlySet<string> = new Set(["text", "percentencode", "uriencode", "queryparam", "html"]);

function formatted(
  values: readonly string[],
  { name, format, text }: { name: string; format: string; text: string },
): string {
  const [writer = "", ...argument] = format.split(":");
  return writeVariable(values, { name: writer, argument: argument.join(":"), variable: name, text });
}

/** Names that a text refers to, known or not. */
export function referencesOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(REFERENCE)].map(([, plain, braced, , , squared]) => plain ?? braced ?? squared ?? ""),
  );
}
