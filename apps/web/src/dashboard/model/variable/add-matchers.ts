import { parser } from "@prometheus-io/lezer-promql";
import type { AdHocFilter } from "@vedette/client/ad-hoc-filter";
import { matchersOf } from "./ad-hoc.ts";

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * Narrows every selector of a PromQL query by conditions.
 *
 * @returns `undefined` for a query that is not PromQL, and for conditions that PromQL does not have
 */
export function addMatchers(expr: string, filters: readonly AdHocFilter[]): string | undefined {
  if (filters.length === 0) return expr;
  const matchers = matchersOf(filters)?.join(",");
  if (matchers === undefined) return undefined;
  const insertions: Insertion[] = [];
  let hasFault = false;
  parser.parse(expr).iterate({
    enter({ type, node }) {
      hasFault ||= type.isError;
      if (type.name !== "VectorSelector") return;
      const list = node.getChild("LabelMatchers");
      if (list === null) insertions.push({ at: node.to, text: `{${matchers}}` });
      else insertions.push({ at: list.to - 1, text: separated(expr.slice(list.from + 1, list.to - 1), matchers) });
    },
  });
  if (hasFault) return undefined;
  return insertions.reduceRight((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), expr);
}

function separated(before: string, matchers: string): string {
  return /(^|,)\s*$/.test(before) ? matchers : `,${matchers}`;
}
