import { dashboardMessages } from "../messages.ts";
import { listOf, objectOf } from "../model/json.ts";
import type { PanelQuery } from "./panel-queries.ts";

export interface Widened<Answer> {
  readonly query: PanelQuery;
  readonly answer: Answer;
  /** What the reader has to know of it. */
  readonly notice: string | undefined;
}

interface Run<Answer> {
  readonly run: (query: PanelQuery) => Promise<Answer>;
  /** `data` of an answer. */
  readonly dataOf: (answer: Answer) => unknown;
}

/**
 * Runs a query, and where it finds nothing the one for samples that are farther apart, unless the query selects by value:
 * that it finds nothing is then what a healthy system answers.
 */
export async function runWidened<Answer>(query: PanelQuery, { run, dataOf }: Run<Answer>): Promise<Widened<Answer>> {
  const answer = await run(query);
  const found = { query, answer, notice: undefined };
  if (query.wider === undefined || selectsByValue(query.query.expr) || !isEmpty(dataOf(answer))) return found;
  const wider: PanelQuery = { ...query, ...query.wider };
  const again = await run(wider).catch(() => undefined);
  if (again === undefined || isEmpty(dataOf(again))) return found;
  return { query: wider, answer: again, notice: dashboardMessages.source.widened(query.query.refId) };
}

/** Strings, comments and selectors of PromQL, which can contain the characters of operators. */
const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|#.*/g;
const SELECTORS = /\{[^{}]*\}/g;
/** Comparisons, except those with `bool`, which leave every series, and what takes series away. */
const BY_VALUE = /(?:[<>]=?|[=!]=)(?!=|\s*bool\b)|\b(?:and|unless)\b/i;

function selectsByValue(expr: string): boolean {
  return BY_VALUE.test(expr.replaceAll(TEXTS, "").replaceAll(SELECTORS, ""));
}

function isEmpty(data: unknown): boolean {
  return listOf(objectOf(data)["result"]).length === 0;
}
