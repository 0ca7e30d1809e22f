import { type ExposedSample, ExpositionCursor, ParseError } from "./exposition-cursor.ts";

/** Samples that stand under one TYPE line, or have one name. */
export interface ExposedFamily {
  readonly name: string;
  /** `counter`, `gauge`, `histogram`, …; `unknown` where nothing is said. */
  readonly type: string;
  readonly help: string;
  readonly unit: string;
  readonly samples: readonly ExposedSample[];
}

export interface Exposition {
  readonly format: "text" | "openmetrics";
  /** In the order in which they were written. */
  readonly families: readonly ExposedFamily[];
  /** Lines that could not be read, where `lenient` allows it. */
  readonly errors: readonly ParseError[];
}

export interface ParseOptions {
  /** Passes over lines that cannot be read, and reports them. Default false: the first one is thrown. */
  readonly lenient?: boolean;
  /** Bytes; 64 MiB if absent. */
  readonly maxBytes?: number;
  /** 1 000 000 if absent. */
  readonly maxSamples?: number;
  /** Characters of one label value; 65 536 if absent. */
  readonly maxValueLength?: number;
}

interface OpenFamily {
  name: string;
  type: string;
  help: string;
  unit: string;
  samples: ExposedSample[];
}

/** What samples of a family may have behind its name. */
const SUFFIXES = ["", "_total", "_bucket", "_sum", "_count", "_created", "_max", "_info", "_gsum", "_gcount"];

/**
 * Reads what a worker exposes, in the Prometheus text format or OpenMetrics, in one pass.
 *
 * @throws ParseError for the first line that cannot be read, and when a limit is exceeded
 */
export function parseExposition(input: string | Uint8Array, options: ParseOptions = {}): Exposition {
  const { lenient = false, maxBytes = 64 * 1024 * 1024 } = options;
  if (input.length > maxBytes) throw new ParseError("too_large", 0, 0);
  const text = typeof input === "string" ? input : new TextDecoder().decode(input);
  const reader = new LineReader(options);
  const errors: ParseError[] = [];
  let [line, start] = [0, 0];
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    line += 1;
    try {
      reader.take(new ExpositionCursor(text, start, end, line));
    } catch (error) {
      if (!(error instanceof ParseError) || !lenient) throw error;
      errors.push(error);
    }
    reader.requireRoom(line);
    start = end + 1;
  }
  const families = [...reader.families.values()];
  return {
    format: reader.format,
    families: reader.format === "text" ? families : families.map(inMilliseconds),
    errors,
  };
}

class LineReader {
  readonly families = new Map<string, OpenFamily>();
  format: Exposition["format"] = "text";
  readonly #maxSamples: number;
  readonly #maxValueLength: number;
  #samples = 0;

  constructor({ maxSamples = 1_000_000, maxValueLength = 65_536 }: ParseOptions) {
    this.#maxSamples = maxSamples;
    this.#maxValueLength = maxValueLength;
  }

  take(cursor: ExpositionCursor): void {
    if (cursor.isEnd()) this.format = "openmetrics";
    else if (cursor.isComment()) readComment(cursor, this.families);
    else if (!cursor.isBlank()) {
      this.#samples += 1;
      addSample(cursor.sample(this.#maxValueLength), this.families);
    }
  }

  /** Thrown also where single lines may be wrong. */
  requireRoom(line: number): void {
    if (this.#samples > this.#maxSamples) throw new ParseError("too_many_samples", line, 0);
  }
}

/** Only the last line tells that it is OpenMetrics, whose times are in seconds. */
function inMilliseconds(family: OpenFamily): ExposedFamily {
  const samples = family.samples.map((sample) =>
    sample.timestampMs === undefined ? sample : { ...sample, timestampMs: Math.round(sample.timestampMs * 1000) },
  );
  return { ...family, samples };
}

function readComment(cursor: ExpositionCursor, families: Map<string, OpenFamily>): void {
  const comment = cursor.comment();
  if (comment === undefined) return;
  const family = familyNamed(comment.name, families);
  if (comment.keyword === "TYPE") family.type = comment.text;
  else if (comment.keyword === "HELP") family.help = comment.text;
  else family.unit = comment.text;
}

function addSample(sample: ExposedSample, families: Map<string, OpenFamily>): void {
  for (const suffix of SUFFIXES) {
    const family = sample.name.endsWith(suffix)
      ? families.get(sample.name.slice(0, sample.name.length - suffix.length))
      : undefined;
    if (family === undefined) continue;
    family.samples.push(sample);
    return;
  }
  familyNamed(sample.name, families).samples.push(sample);
}

function familyNamed(name: string, families: Map<string, OpenFamily>): OpenFamily {
  const known = families.get(name);
  if (known !== undefined) return known;
  const family = { name, type: "unknown", help: "", unit: "", samples: [] };
  families.set(name, family);
  return family;
}
