import { parseVariableQuery } from "@vedette/client/variable-query";
import type { DataSource } from "../../api/data-sources.ts";
import { dashboardMessages } from "../messages.ts";
import { readPattern } from "../model/pattern.ts";
import { readDataSource } from "../model/read-panel.ts";
import { durationText, parseDuration } from "../model/time/duration.ts";
import { roundInterval } from "../model/time/step.ts";
import type { Span } from "../model/time/time-range.ts";
import { interpolate, type Scope, withBuiltIn } from "../model/variable/interpolate.ts";
import type { Variable } from "../model/variable/variable.ts";
import type { VariableOption } from "../model/variable/variable-option.ts";
import { customOptions, intervalOptions, optionsFrom } from "../model/variable/variable-options.ts";
import { needsOf, orderVariables } from "../model/variable/variable-order.ts";
import { chooseValues, type VariableValue } from "../model/variable/variable-value.ts";
import { findDataSource } from "./data-source.ts";
import type { PrometheusCall } from "./prometheus-call.ts";
import { variableCall, variableTexts } from "./variable-call.ts";

export interface LoadedVariables {
  readonly values: ReadonlyMap<string, VariableValue>;
  /** What went wrong, by the variable's name. */
  readonly failures: ReadonlyMap<string, Error>;
}

interface VariableContext {
  /** Values that the address asks for. */
  readonly asked: ReadonlyMap<string, readonly string[]>;
  readonly span: Span;
  readonly sources: readonly DataSource[];
  readonly scope: Scope;
  /** Gives the `data` of an answer. */
  readonly ask: (call: PrometheusCall) => Promise<unknown>;
}

/** Finds the values of all variables, each after those it needs. One that fails has no values and says why. */
export async function loadVariables(
  variables: readonly Variable[],
  context: VariableContext,
): Promise<LoadedVariables> {
  const { ordered, circle } = orderVariables(variables);
  const names = new Set(variables.map(({ name }) => name));
  const loading = new Map<string, Promise<VariableValue>>();
  const failures = new Map<string, Error>();
  if (circle.length > 0) {
    const error = new TypeError(dashboardMessages.variable.circle(circle.join(", ")));
    for (const name of circle) failures.set(name, error);
  }
  for (const variable of ordered) {
    const needs = [...needsOf(variable, names)].flatMap((name) => loading.get(name) ?? []);
    const load = async () =>
      loadOne(variable, scopeWith(context.scope, await Promise.all(needs)), { ...context, failures });
    loading.set(variable.name, load());
  }
  const values = await Promise.all(loading.values());
  return { values: new Map(values.map((value) => [value.variable.name, value])), failures };
}

function scopeWith(scope: Scope, values: readonly VariableValue[]): Scope {
  return { ...scope, variables: new Map(values.map((value) => [value.variable.name, value])) };
}

interface LoadContext extends VariableContext {
  readonly failures: Map<string, Error>;
}

async function loadOne(written: Variable, scope: Scope, context: LoadContext): Promise<VariableValue> {
  const variable = withOwnTextOfAll(written, scope);
  const asked = variable.isInAddress ? context.asked.get(variable.name) : undefined;
  try {
    const options = await optionsOf(variable, scope, context);
    return { variable, options, chosen: chooseValues(variable, { options, asked }) };
  } catch (error) {
    context.failures.set(variable.name, error instanceof Error ? error : new Error(String(error)));
    const options = variable.saved;
    return { variable, options, chosen: chooseValues(variable, { options, asked }) };
  }
}

/** What stands for All may name other variables. */
function withOwnTextOfAll(variable: Variable, scope: Scope): Variable {
  const { allValue } = variable;
  return allValue === undefined ? variable : { ...variable, allValue: interpolate(allValue, scope, "prometheus") };
}

async function optionsOf(
  variable: Variable,
  scope: Scope,
  context: VariableContext,
): Promise<readonly VariableOption[]> {
  switch (variable.type) {
    case "query":
      return queryOptions(variable, scope, context);
    case "datasource":
      return dataSourceOptions(variable, context.sources);
    case "custom":
      return customOptions(interpolate(variable.query, scope));
    case "interval":
      return intervalOptions(variable.query).map((option) => withAuto(option, variable, context.span));
    case "constant":
    case "textbox":
      return [{ text: variable.query, value: variable.query }];
    default:
      return variable.options;
  }
}

async function queryOptions(
  variable: Variable,
  scope: Scope,
  context: VariableContext,
): Promise<readonly VariableOption[]> {
  const source = findDataSource(readDataSource(variable.dataSource), context.sources, scope);
  if (source.kind === "none") throw new TypeError(source.reason);
  if (source.kind !== "prometheus") throw new TypeError(dashboardMessages.source.unanswerable);
  const text = interpolate(variable.query, withBuiltIn(scope, []), "prometheus");
  if (text.trim() === "") return variable.options;
  const query = parseVariableQuery(text);
  const data = await context.ask(variableCall(query, source.base, context.span));
  const regex = interpolate(variable.regex, scope);
  return optionsFrom(variableTexts(query, data), { regex, sort: variable.sort });
}

function dataSourceOptions({ query, regex }: Variable, sources: readonly DataSource[]): VariableOption[] {
  const pattern = regex === "" ? undefined : readPattern(regex);
  return (
    sources
      // Unlike `test`, `search` begins at the front each time, also with the flag `g`.
      .filter(({ type, name }) => type === query && (pattern === undefined || name.search(pattern) >= 0))
      .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
      .map(({ uid, name }) => ({ value: uid, text: name }))
  );
}

/** `auto` stands for the range divided into so many steps. */
function withAuto(option: VariableOption, { auto, name }: Variable, { from, to }: Span): VariableOption {
  const isAuto = option.value === "auto" || option.value === `$__auto_interval_${name}`;
  if (!isAuto || auto === undefined) return option;
  const step = Math.max(roundInterval((to - from) / auto.count), parseDuration(auto.min) ?? 0);
  return { text: "auto", value: durationText(step) };
}

/** The values that an address asks for: `var-name=a&var-name=b`. */
export function askedVariables(query: URLSearchParams): ReadonlyMap<string, readonly string[]> {
  const names = new Set([...query.keys()].filter((key) => key.startsWith("var-")));
  return new Map([...names].map((key) => [key.slice(4), query.getAll(key)]));
}
