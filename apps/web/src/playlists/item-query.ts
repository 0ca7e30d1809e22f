import type { TimeRange } from "../dashboard/model/time/time-range.ts";

/** A variable with one value; one with several comes once for each. */
export interface ItemVariable {
  readonly name: string;
  readonly value: string;
}

/** What an item says of how it is shown, as the parts of its `queryParams`. */
export interface ItemQuery {
  readonly range: TimeRange | undefined;
  readonly variables: readonly ItemVariable[];
  readonly theme: "dark" | "light" | "";
  /** What no field is for, as it was. */
  readonly rest: string;
}

const VARIABLE = "var-";

/** Reads what stands behind the `?` of a dashboard's address. A range needs both its ends. */
export function readItemQuery(queryParams: string): ItemQuery {
  const query = new URLSearchParams(queryParams);
  const [from, to, theme] = [query.get("from"), query.get("to"), query.get("theme")];
  const range = from === null || to === null ? undefined : { from, to };
  const isKnown = (key: string, value: string) =>
    key.startsWith(VARIABLE) ||
    (range !== undefined && (key === "from" || key === "to")) ||
    (key === "theme" && isTheme(value));
  return {
    range,
    variables: [...query].flatMap(([key, value]) =>
      key.startsWith(VARIABLE) ? [{ name: key.slice(VARIABLE.length), value }] : [],
    ),
    theme: isTheme(theme) ? theme : "",
    rest: new URLSearchParams([...query].filter(([key, value]) => !isKnown(key, value))).toString(),
  };
}

/** The same as text; what is empty is left out. */
export function itemQueryText({ range, variables, theme, rest }: ItemQuery): string {
  const query = new URLSearchParams([
    ...(range === undefined ? [] : [["from", range.from] as [string, string], ["to", range.to] as [string, string]]),
    ...variables.filter(({ name }) => name !== "").map(({ name, value }): [string, string] => [VARIABLE + name, value]),
    ...(theme === "" ? [] : [["theme", theme] as [string, string]]),
    ...new URLSearchParams(rest.replace(/^\?/, "")),
  ]);
  return query.toString();
}

function isTheme(text: string | null): text is "dark" | "light" {
  return text === "dark" || text === "light";
}
