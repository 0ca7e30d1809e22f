/** `$name`, `${name}`, `${name.path:format}`, `[[name]]`, `[[name:format]]`, as in dashboards. */
export const REFERENCE = /\$(\w+)|\$\{(\w+)(?:\.[^:}]+)?(?::[^}]+)?\}|\[\[(\w+?)(?::\w+)?\]\]/g;
/** One character, or an escaped one with its backslash. */
const UNIT = /\\[\s\S]|[\s\S]/g;
/** Names, numbers and durations: what stands for a variable outside of quotes. */
const WORD = /^[\w:.]$/;

/** What follows it means nothing until the line ends. */
const COMMENT = "#";

/** Whether a text is what a query of a dashboard becomes once values stand for its variables. */
export interface QueryTemplate {
  fits(text: string): boolean;
}

interface Edge {
  readonly to: number;
  /** `undefined` for a step that takes nothing of the text. */
  readonly takes: ((unit: string) => boolean) | undefined;
}

/**
 * Reads a query with variables. Inside of quotes a variable stands for whatever ends no string; outside for a name, a
 * number or a duration, and for the values that the dashboard itself holds. So a value cannot become a query of its own.
 *
 * @param valuesOf - the values that the dashboard holds for a variable
 */
export function readTemplate(query: string, valuesOf: (variable: string) => readonly string[]): QueryTemplate {
  const text = query.trim();
  const [beginning = ""] = text.split(REFERENCE, 1);
  let machine: Machine | undefined;
  return {
    fits(asked) {
      const whole = asked.trim();
      if (!whole.startsWith(beginning)) return false;
      machine ??= buildMachine(text, valuesOf);
      return reaches(machine, unitsOf(whole));
    },
  };
}

/** Ways through a template; the last place is its end. */
interface Machine {
  /** Places that are reached from each without taking anything. */
  readonly ways: readonly (readonly number[])[];
  readonly taking: readonly (readonly { readonly to: number; readonly takes: (unit: string) => boolean }[])[];
}

function buildMachine(text: string, valuesOf: (variable: string) => readonly string[]): Machine {
  const nodes: Edge[][] = [[]];
  const step = (from: number, takes: Edge["takes"]): number => {
    const to = nodes.push([]) - 1;
    nodes[from]?.push({ to, takes });
    return to;
  };
  const spell = (from: number, literal: string): number =>
    unitsOf(literal).reduce((node, unit) => step(node, (found) => found === unit), from);
  const leave = (from: number, to: number): void => void nodes[from]?.push({ to, takes: undefined });

  let at = 0;
  let read = 0;
  let quote = "";
  for (const match of text.matchAll(REFERENCE)) {
    const before = text.slice(read, match.index);
    quote = quoteAfter(before, quote);
    at = spell(at, before);
    read = match.index + match[0].length;
    const loop = step(at, undefined);
    nodes[loop]?.push({ to: loop, takes: wildcard(quote) });
    const end = step(loop, undefined);
    const [, plain, braced, squared] = match;
    const known = quote === "" ? valuesOf(plain ?? braced ?? squared ?? "") : [];
    // A variable that nobody knows stays as it is written.
    for (const value of [match[0], ...known]) leave(spell(at, value), end);
    at = end;
  }
  step(spell(at, text.slice(read)), undefined);
  return {
    ways: nodes.map((_, node) => [...closure(nodes, node)]),
    taking: nodes.map((edges) => edges.flatMap(({ to, takes }) => (takes === undefined ? [] : [{ to, takes }]))),
  };
}

function unitsOf(text: string): string[] {
  return text.match(UNIT) ?? [];
}

/** What is open behind a text: a kind of quotes, `#` for a comment, in which quotes mean nothing, or nothing. */
export function quoteAfter(text: string, before: string): string {
  let quote = before;
  for (const unit of unitsOf(text)) {
    if (quote === "") quote = ['"', "'", "`", COMMENT].includes(unit) ? unit : "";
    else if (closes(unit, quote)) quote = "";
  }
  return quote;
}

/** In backquotes and comments a backslash means nothing. */
function closes(unit: string, quote: string): boolean {
  if (quote === COMMENT) return unit.endsWith("\n");
  return quote === "`" ? unit.endsWith("`") : unit === quote;
}

function wildcard(quote: string): (unit: string) => boolean {
  return quote === "" || quote === COMMENT
    ? (unit) => WORD.test(unit)
    : (unit) => !closes(unit, quote) && unit !== "\n";
}

/** Follows all ways at once, so that the time is bounded by the lengths of both texts. */
function reaches(machine: Machine, units: readonly string[]): boolean {
  let places: ReadonlySet<number> = new Set(machine.ways[0]);
  for (const unit of units) {
    places = placesAfter(machine, places, unit);
    if (places.size === 0) return false;
  }
  return places.has(machine.ways.length - 1);
}

function placesAfter({ ways, taking }: Machine, places: ReadonlySet<number>, unit: string): Set<number> {
  const next = new Set<number>();
  for (const place of places) {
    const taken = taking[place]?.filter(({ takes }) => takes(unit)) ?? [];
    for (const { to } of taken) for (const way of ways[to] ?? []) next.add(way);
  }
  return next;
}

function closure(nodes: readonly (readonly Edge[])[], from: number): Set<number> {
  const places = new Set([from]);
  for (const node of places) {
    for (const { to, takes } of nodes[node] ?? []) if (takes === undefined) places.add(to);
  }
  return places;
}
