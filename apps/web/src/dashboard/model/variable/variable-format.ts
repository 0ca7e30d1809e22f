import { dateByLetters } from "../time/date-letters.ts";

interface Format {
  readonly name: string;
  /** Behind the format's name, as in `${x:date:iso}`. */
  readonly argument: string;
  /** The variable's own name. */
  readonly variable: string;
  readonly text: string;
}

type Writer = (values: readonly string[], format: Format) => string;

/** How values are written into a query or address: `${name:format}`. */
const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ["csv", (values) => values.join(",")],
  ["raw", (values) => values.join(",")],
  ["json", (values) => JSON.stringify(values.length === 1 ? values[0] : values)],
  ["regex", (values) => alternatives(values.map(escapeRegex))],
  ["pipe", (values) => values.join("|")],
  ["glob", (values) => (values.length > 1 ? `{${values.join(",")}}` : values.join(""))],
  [
    "distributed",
    (values, { variable }) => values.map((value, at) => (at === 0 ? value : `${variable}=${value}`)).join(","),
  ],
  ["lucene", writeLucene],
  ["percentencode", (values) => encode(values.length > 1 ? `{${values.join(",")}}` : values.join(""))],
  ["uriencode", (values) => encodeURI(values.join(","))],
  ["queryparam", (values, { variable }) => values.map((value) => `var-${encode(variable)}=${encode(value)}`).join("&")],
  ["customqueryparam", writeCustomParam],
  ["singlequote", (values) => values.map((value) => `'${value.replaceAll("'", "\\'")}'`).join(",")],
  ["doublequote", (values) => values.map((value) => `"${value.replaceAll('"', '\\"')}"`).join(",")],
  ["sqlstring", (values) => values.map((value) => `'${value.replaceAll("'", "''")}'`).join(",")],
  ["date", (values, { argument }) => dateOf(values[0] ?? "", argument)],
  ["text", (_, { text }) => text],
  ["join", (values, { argument }) => values.join(argument || ",")],
  ["html", (values) => values.map(escapeHtml).join(", ")],
]);

/** An unknown format writes like `glob`, as old documents expect. */
export function writeVariable(values: readonly string[], format: Format): string {
  const write = WRITERS.get(format.name) ?? WRITERS.get("glob");
  return write?.(values, format) ?? "";
}

/**
 * How values stand in PromQL without a format: one is escaped for a quoted string; those of a variable that can
 * have many are escaped for a regular expression inside one.
 */
export function writeForPrometheus(values: readonly string[], canBeMany: boolean): string {
  if (!canBeMany) return values.map(escapeForString).join(",");
  return alternatives(values.map((value) => escapeForString(escapeRegex(value))));
}

function alternatives(values: readonly string[]): string {
  return values.length === 1 ? (values[0] ?? "") : `(${values.join("|")})`;
}

function escapeRegex(value: string): string {
  return value.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** A text inside of a string of PromQL. */
export function escapeForString(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function escapeHtml(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function writeLucene(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll(/[+\-&|!(){}[\]^"~*?:\\/]/g, String.raw`\$&`)}"`);
  return quoted.length > 1 ? `(${quoted.join(" OR ")})` : quoted.join("");
}

/** `${x:customqueryparam:name:prefix}` */
function writeCustomParam(values: readonly string[], { argument, variable }: Format): string {
  const [name = "", prefix = ""] = argument.split(":");
  return values.map((value) => `${encode(name || variable)}=${encode(prefix + value)}`).join("&");
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** @param value - milliseconds since 1970 */
function dateOf(value: string, format: string): string {
  const time = new Date(Number(value));
  if (value === "" || Number.isNaN(time.getTime())) return value;
  if (format === "seconds") return String(Math.round(time.getTime() / 1000));
  if (format === "" || format === "iso") return time.toISOString();
  return dateByLetters(time.getTime(), format, "UTC");
}
