/** `$name`, `${name}`, `${name.path:format}`, `[[name]]`, `[[name:format]]`, as in dashboards. */
export const REFERENCE = /\$(\w+)|\$\{(\w+)(?:\.[^:}]+)?(?::[^}]+)?\}|\[\[(\w+?)(?::\w+)?\]\]/g;
/** One character, or an escaped one with its backslash. */
const UNIT = /\\[\s\S]|[\s\S]/g;
/** Names, numbers and durations: what stands for a variable outside of quotes. */
const WORD = /^[\w:.]$/;

/** What follows it means nothing until the line ends. */
const COMMENT = "#";

/** Characters of a query before values stand for its variables; a longer one fits nothing. */
const LONGEST = 64 * 1024;

/** Letters that are compared in the time of another step. */
const LETTERS_A_STEP = 8;

/** Whether a text is what a query of a dashboard becomes once values stand for its variables. */
export interface QueryTemplate {
  /** @param work - what may be spent on it; a text that takes more does not fit */
  fits(text: string, work?: Work): boolean;
}

/** How much may be spent on one question, whatever the dashboards and the question are made of. */
export class Work {
  /** Looks at one place of a text; a question of a page takes some thousands. */
  #left = 5_000_000;

  /** @returns whether there was so much left */
  spend(steps: number): boolean {
    this.#left -= steps;
    return this.#left >= 0;
  }
}

/**
 * Reads a query with variables. Inside of quotes a variable stands for whatever ends no string; outside for a name, a
 * number or a duration, and for the values that the dashboard itself holds. So a value cannot become a query of its own.
 * What is kept is the query itself and nothing made of it: a dashboard may hold many, each with many variables.
 *
 * @param valuesOf - the values that the dashboard holds for a variable
 */
export function readTemplate(query: string, valuesOf: (variable: string) => readonly string[]): QueryTemplate {
  const text = query.trim();
  const [beginning = ""] = text.split(REFERENCE, 1);
  return {
    fits(asked, work = new Work()) {
      const whole = asked.trim();
      return text.length <= LONGEST && whole.startsWith(beginning) && reaches(partsOf(text, valuesOf), whole, work);
    },
  };
}

/** A piece of a query: what stands there, or what may stand there for a variable. */
interface Part {
  readonly texts: readonly string[];
  /** Of which any number may stand there instead. */
  readonly takes: ((unit: string) => boolean) | undefined;
}

function* partsOf(text: string, valuesOf: (variable: string) => readonly string[]): Generator<Part> {
  let read = 0;
  let quote = "";
  for (const match of text.matchAll(REFERENCE)) {
    const before = text.slice(read, match.index);
    quote = quoteAfter(before, quote);
    yield { texts: [before], takes: undefined };
    read = match.index + match[0].length;
    const [, plain, braced, squared] = match;
    const known = quote === "" ? valuesOf(plain ?? braced ?? squared ?? "") : [];
    // A variable that nobody knows stays as it is written.
    yield { texts: [match[0], ...known], takes: wildcard(quote) };
  }
  yield { texts: [text.slice(read)], takes: undefined };
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

/** Follows all ways at once: the places of the text that each part can end at. */
function reaches(parts: Iterable<Part>, text: string, work: Work): boolean {
  if (!work.spend(text.length)) return false;
  const begins = beginningsOfUnits(text);
  let places: Uint8Array | undefined = new Uint8Array(text.length + 1);
  places[0] = 1;
  for (const part of parts) {
    places = placesAfter(part, { text, begins, places, work });
    if (places === undefined) return false;
  }
  return places[text.length] === 1;
}

interface Way {
  readonly text: string;
  readonly begins: Uint8Array;
  readonly places: Uint8Array;
  readonly work: Work;
}

/** @returns `undefined` when there are none, or nothing is left to be spent on finding them */
function placesAfter({ texts, takes }: Part, { text, begins, places, work }: Way): Uint8Array | undefined {
  if (!work.spend(text.length)) return undefined;
  const cost = texts.reduce((sum, { length }) => sum + 1 + length / LETTERS_A_STEP, 0);
  const next = takes === undefined ? new Uint8Array(places.length) : withTaken(text, places, takes);
  for (let place = places.indexOf(1); place !== -1; place = places.indexOf(1, place + 1)) {
    if (!work.spend(cost)) return undefined;
    for (const one of texts) {
      const end = place + one.length;
      if (begins[end] === 1 && text.startsWith(one, place)) next[end] = 1;
    }
  }
  return next.includes(1) ? next : undefined;
}

/** Marks the places between characters, of which an escaped one has its backslash before it, and the end. */
function beginningsOfUnits(text: string): Uint8Array {
  const begins = new Uint8Array(text.length + 1);
  for (let at = 0; at < text.length; at += unitAt(text, at).length) begins[at] = 1;
  begins[text.length] = 1;
  return begins;
}

function unitAt(text: string, at: number): string {
  return text.slice(at, text[at] === "\\" ? at + 2 : at + 1);
}

/** Some places, and those that are reached from them by units that all may stand there. */
function withTaken(text: string, places: Uint8Array, takes: (unit: string) => boolean): Uint8Array<ArrayBuffer> {
  const reached = Uint8Array.from(places);
  for (let at = 0; at < text.length; at += 1) {
    if (reached[at] !== 1) continue;
    const unit = unitAt(text, at);
    if (takes(unit)) reached[at + unit.length] = 1;
  }
  return reached;
}
