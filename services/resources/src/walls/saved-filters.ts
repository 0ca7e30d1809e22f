import { matcherText, readAdHocFilter } from "@vedette/client/ad-hoc-filter";
import { isJsonObject, type JsonObject } from "../kinds/kind.ts";
import { quoteAfter } from "./query-template.ts";

/** Data sources whose filters are looked for apart from those of the others. */
const MOST_SOURCES = 100;

/**
 * The matchers that pages add to every selector: the filters that ad hoc variables were saved with, those of one data
 * source together and, since two variables may lead to the same one, all together.
 */
export function savedMatchers(variables: readonly JsonObject[]): readonly string[] {
  const bySource = new Map<string, string[]>();
  for (const { type, datasource, filters } of variables) {
    if (type !== "adhoc" || !Array.isArray(filters)) continue;
    const source = JSON.stringify(datasource ?? null);
    bySource.set(source, [...(bySource.get(source) ?? []), ...filters.filter(isJsonObject).flatMap(matcherOf)]);
  }
  const groups = [...bySource.values()];
  const looked = [...groups.slice(0, MOST_SOURCES), groups.flat()];
  return [...new Set(looked.map((matchers) => matchers.join(",")))].filter((text) => text !== "");
}

function matcherOf(filter: JsonObject): string[] {
  const read = readAdHocFilter(filter);
  const matcher = read === undefined ? undefined : matcherText(read);
  return matcher === undefined ? [] : [matcher];
}

/**
 * A query without these matchers at the end of its selectors. Nothing inside of quotes is touched; `{}` and a comma at
 * the end of a selector, which say nothing, go as well.
 */
export function withoutMatchers(query: string, matchers: readonly string[]): string {
  const ends = ["", ...matchers].map((text) => `${text}}`);
  let plain = "";
  let quote = "";
  for (let at = 0; at < query.length; ) {
    const unit = query[at] === "\\" ? query.slice(at, at + 2) : query.slice(at, at + 1);
    const isPlace = quote === "" && (unit === "{" || unit === ",");
    const end = isPlace ? ends.find((text) => query.startsWith(text, at + 1)) : undefined;
    if (end === undefined) {
      quote = quoteAfter(unit, quote);
      plain += unit;
      at += unit.length;
    } else {
      plain += unit === "," ? "}" : "";
      at += 1 + end.length;
    }
  }
  return plain;
}
