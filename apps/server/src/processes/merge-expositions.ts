/** What one process shows of itself. */
export interface ProcessExposition {
  /** Its number from 1 on. */
  readonly process: number;
  /** In the Prometheus text format or OpenMetrics; the same for all. */
  readonly text: string;
}

const COMMENT = /^# (?:HELP|TYPE|UNIT) ([^ ]+)/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{)?/;
/** The last line of OpenMetrics. */
const END = "# EOF";

interface Family {
  readonly head: string[];
  readonly samples: string[];
}

/** Several expositions as one: each family once, every sample with the number of its process as label `process`. */
export function mergeExpositions(expositions: readonly ProcessExposition[]): string {
  const families = new Map<string, Family>();
  for (const { process, text } of expositions) addFamilies(families, process, text);
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]);
  if (expositions.some(({ text }) => text.endsWith(`${END}\n`))) lines.push(END);
  return lines.map((line) => `${line}\n`).join("");
}

/** Every sample comes after the lines that describe its family, as our own expositions have it. */
function addFamilies(families: Map<string, Family>, process: number, text: string): void {
  let current: Family | undefined;
  for (const line of text.split("\n")) {
    const name = COMMENT.exec(line)?.[1];
    if (name === undefined) {
      if (!line.startsWith("#") && line !== "") current?.samples.push(labelled(line, process));
      continue;
    }
    current = familyOf(families, name);
    if (!current.head.includes(line)) current.head.push(line);
  }
}

function familyOf(families: Map<string, Family>, name: string): Family {
  const known = families.get(name);
  if (known !== undefined) return known;
  const family = { head: [], samples: [] };
  families.set(name, family);
  return family;
}

function labelled(line: string, process: number): string {
  const label = `process="${process}"`;
  return line.replace(SAMPLE, (_, name: string, brace: string | undefined) => {
    if (brace === undefined) return `${name}{${label}}`;
    return `${name}{${label}${line.startsWith("}", name.length + 1) ? "" : ","}`;
  });
}
