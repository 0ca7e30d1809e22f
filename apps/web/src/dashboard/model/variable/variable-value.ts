import { ALL, type Variable } from "./variable.ts";
import type { VariableOption } from "./variable-option.ts";

/** A variable with what can be chosen and what is. */
export interface VariableValue {
  readonly variable: Variable;
  readonly options: readonly VariableOption[];
  /** Chosen values; `$__all` alone for All. */
  readonly chosen: readonly string[];
}

/** The values that queries see: for All its own text, else every value. */
export function valuesOf({ variable, options, chosen }: VariableValue): readonly string[] {
  if (!isAll(chosen)) return chosen;
  return variable.allValue === undefined ? options.map(({ value }) => value) : [variable.allValue];
}

export function isAll(chosen: readonly string[]): boolean {
  return chosen.includes(ALL);
}

/** What people read: the texts of the chosen values. */
export function textOfValue({ variable, options, chosen }: VariableValue): string {
  return textsOfValue({ variable, options, chosen }).join(" + ");
}

export function textsOfValue({ variable, options, chosen }: VariableValue): readonly string[] {
  if (isAll(chosen)) return ["All"];
  const known = [...options, ...variable.saved];
  return chosen.map((value) => known.find((option) => option.value === value)?.text ?? value);
}

interface Choice {
  readonly options: readonly VariableOption[];
  /** From the address; `undefined` when it says nothing of this variable. */
  readonly asked: readonly string[] | undefined;
}

/**
 * What is chosen: what the address asks for, else what the document was saved with as long as it still exists,
 * else All or the first value.
 */
export function chooseValues(variable: Variable, { options, asked }: Choice): readonly string[] {
  if (asked !== undefined && asked.length > 0) return askedValues(variable, asked);
  const saved = variable.saved.map(({ value }) => value);
  if (isAll(saved) && variable.hasAll) return [ALL];
  if (FREE.has(variable.type)) return saved.length > 0 ? saved : [options[0]?.value ?? variable.query];
  const existing = saved.filter((value) => options.some((option) => option.value === value));
  if (existing.length > 0) return variable.isMulti ? existing : existing.slice(0, 1);
  if (variable.hasAll) return [ALL];
  const first = options[0]?.value;
  return first === undefined ? [] : [first];
}

/** Types whose value is not one of a list. */
const FREE: ReadonlySet<string> = new Set(["textbox", "constant", "adhoc", "unknown"]);

function askedValues(variable: Variable, asked: readonly string[]): readonly string[] {
  if (asked.some((value) => value === ALL || (value === "All" && variable.hasAll))) return [ALL];
  return variable.isMulti ? [...new Set(asked)] : asked.slice(0, 1);
}

/** The values that a repeat makes copies for: those chosen, and all of them for All. */
export function repeatedValues(value: VariableValue | undefined): readonly VariableOption[] | undefined {
  if (value === undefined) return undefined;
  if (isAll(value.chosen)) return value.options;
  return value.chosen.map((one) => value.options.find((option) => option.value === one) ?? { value: one, text: one });
}
