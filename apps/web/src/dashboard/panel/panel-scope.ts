import { interpolate, type Scope } from "../model/variable/interpolate.ts";
import type { VariableOption } from "../model/variable/variable-option.ts";

/** What a repeated copy sees: its variable has one value only. */
export function scopeOfCopy(scope: Scope, scoped: ReadonlyMap<string, VariableOption>): Scope {
  if (scoped.size === 0) return scope;
  const own = [...scoped].flatMap(([name, option]) => {
    const known = scope.variables.get(name);
    return known === undefined ? [] : [[name, { ...known, options: [option], chosen: [option.value] }] as const];
  });
  return { ...scope, variables: new Map([...scope.variables, ...own]) };
}

/** A title with the texts of its variables, as people read it. */
export function titleIn(text: string, scope: Scope): string {
  return interpolate(
    text.replaceAll(/\$\{(\w+)\}|\$(\w+)|\[\[(\w+)\]\]/g, (whole, ...names: (string | undefined)[]) => {
      const name = names.slice(0, 3).find((one) => one !== undefined) ?? "";
      return scope.variables.has(name) ? `\${${name}:text}` : whole;
    }),
    scope,
  );
}
