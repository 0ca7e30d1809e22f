import { parser } from "@prometheus-io/lezer-promql";
import type { AdHocFilter } from "./ad-hoc.ts";

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Narrows every selector of a PromQL query by conditions. What is no PromQL stays as it is. */
export function addMatchers(expr: string, filters: readonly AdHocFilter[]): string {
  if (filters.length === 0) return expr;
  const matchers = filters.map(({ key, operator, value }) => `${key}${operator}${JSON.stringify(value)}`).join(",");
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
  if (hasFault) return expr;
  return insertions.reduceRight((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), expr);
}

function separated(before: string, matchers: string): string {
  return /(^|,)\s*$/.test(before) ? matchers : `,${matchers}`;
}
