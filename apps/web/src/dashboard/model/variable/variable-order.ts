import { referencesOf } from "./interpolate.ts";
import type { Variable } from "./variable.ts";

export interface VariableOrder {
  /** Each stands behind those it needs; those that stand in a circle come last. */
  readonly ordered: readonly Variable[];
  /** Names of the variables that need each other in a circle. */
  readonly circle: readonly string[];
}

/** Puts variables into the order in which their values can be found. */
export function orderVariables(variables: readonly Variable[]): VariableOrder {
  const names = new Set(variables.map(({ name }) => name));
  const waiting = new Map(variables.map((variable) => [variable, needsOf(variable, names)]));
  const ordered: Variable[] = [];
  const known = new Set<string>();
  for (let found = true; found; ) {
    found = false;
    for (const [variable, needs] of waiting) {
      if (![...needs].every((name) => known.has(name))) continue;
      ordered.push(variable);
      known.add(variable.name);
      waiting.delete(variable);
      found = true;
    }
  }
  const circle = [...waiting.keys()];
  return { ordered: [...ordered, ...circle], circle: circle.map(({ name }) => name) };
}

/** The other variables that a variable's values come from. */
export function needsOf(variable: Variable, names: ReadonlySet<string>): Set<string> {
  const texts = [variable.query, variable.regex, variable.allValue ?? "", JSON.stringify(variable.dataSource ?? "")];
  const needs = texts
    .flatMap((text) => [...referencesOf(text)])
    .filter((name) => names.has(name) && name !== variable.name);
  return new Set(needs);
}
