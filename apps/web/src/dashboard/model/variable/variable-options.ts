import { readPattern } from "../pattern.ts";
import type { Variable } from "./variable.ts";
import type { VariableOption } from "./variable-option.ts";

/** The longest value that a regular expression is tried on. */
const LONGEST = 2000;

/**
 * Values as they can be chosen: cut out by the variable's regular expression (`/re/flags`; its groups `text` and
 * `value`, else the first group), each once, sorted.
 */
export function optionsFrom(
  values: readonly string[],
  { regex, sort }: Pick<Variable, "regex" | "sort">,
): VariableOption[] {
  const found = regex === "" ? values.map(optionOf) : values.flatMap((value) => cutOut(value, regexOf(regex)));
  const unique = [...new Map(found.map((option) => [option.value, option])).values()];
  return sortOptions(unique, sort);
}

/** `a, b : "text : value"`, where a comma inside a value is written `\,`. */
export function customOptions(query: string): VariableOption[] {
  const items = query.match(/(?:\\,|[^,])+/g) ?? [];
  return items.map((item) => {
    const text = item.trim().replaceAll("\\,", ",");
    const [, label, value] = /^(.+?) : (.+)$/.exec(text) ?? [];
    return label === undefined || value === undefined ? optionOf(text) : { text: label.trim(), value: value.trim() };
  });
}

/** `1m,5m,10m`; quotes around an item may hold commas. */
export function intervalOptions(query: string): VariableOption[] {
  const items = query.match(/(["'])(.*?)\1|[^,]+/g) ?? [];
  return items.map((item) => optionOf(item.trim().replaceAll(/^["']|["']$/g, ""))).filter(({ value }) => value !== "");
}

function optionOf(value: string): VariableOption {
  return { text: value, value };
}

/** An expression without slashes must fit the whole value. */
function regexOf(source: string): RegExp | undefined {
  return readPattern(source.startsWith("/") ? source : `^(?:${source})$`);
}

function cutOut(value: string, regex: RegExp | undefined): VariableOption[] {
  if (regex === undefined) return [optionOf(value)];
  if (value.length > LONGEST) return [];
  const all = regex.global ? [...value.matchAll(regex)] : [regex.exec(value)].filter((match) => match !== null);
  return all.map((match) => {
    const { text, value: named } = match.groups ?? {};
    const cut = named ?? text ?? match[1] ?? match[0];
    return { value: cut, text: text ?? cut };
  });
}

const collator = new Intl.Collator("en", { sensitivity: "variant" });
const natural = new Intl.Collator("en", { numeric: true });

function sortOptions(options: VariableOption[], sort: number): VariableOption[] {
  const compare = COMPARE.get(Math.ceil(sort / 2));
  if (compare === undefined) return options;
  const sorted = options.toSorted((a, b) => compare(a.text, b.text));
  return sort % 2 === 0 ? sorted.reverse() : sorted;
}

const COMPARE: ReadonlyMap<number, (a: string, b: string) => number> = new Map([
  [1, (a, b) => collator.compare(a, b)],
  [2, (a, b) => firstNumber(a) - firstNumber(b)],
  [3, (a, b) => collator.compare(a.toLowerCase(), b.toLowerCase())],
  [4, (a, b) => natural.compare(a, b)],
]);

function firstNumber(text: string): number {
  const [number] = /-?\d+(\.\d+)?/.exec(text) ?? [];
  return number === undefined ? -1 : Number(number);
}
