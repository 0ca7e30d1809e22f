/** The functions that templates may use, as Go's text/template has them. */
const FUNCTIONS = {
  and: (...values: readonly unknown[]) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  or: (...values: readonly unknown[]) => values.find(isTrue) ?? values.at(-1),
  not: (value: unknown) => !isTrue(value),
  eq: (one: unknown, ...others: readonly unknown[]) => others.some((other) => isSame(one, other)),
  ne: (one: unknown, other: unknown) => !isSame(one, other),
  lt: (one: unknown, other: unknown) => compare(one, other) < 0,
  le: (one: unknown, other: unknown) => compare(one, other) <= 0,
  gt: (one: unknown, other: unknown) => compare(one, other) > 0,
  ge: (one: unknown, other: unknown) => compare(one, other) >= 0,
  len: (value: unknown) => sizeOf(value),
  index: (value: unknown, ...keys: readonly unknown[]) => keys.reduce(memberOf, value),
  print: (...values: readonly unknown[]) => values.map(textOf).join(""),
  urlquery: (...values: readonly unknown[]) => encodeURIComponent(values.map(textOf).join("")),
} as const satisfies Readonly<Record<string, (...inputs: never[]) => unknown>>;

type FunctionName = keyof typeof FUNCTIONS;

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTIONS, name);
}

export function callFunction(name: string, inputs: readonly unknown[]): unknown {
  if (!isFunctionName(name)) return undefined;
  const implementation: (...values: readonly unknown[]) => unknown = FUNCTIONS[name];
  return implementation(...inputs);
}

/** Whether `if` takes a value: not false, nothing, zero or empty. */
export function isTrue(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === "") return false;
  return typeof value !== "object" || sizeOf(value) > 0;
}

/** What a value is called in a mail; what is not there is nothing. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A field of its own; nothing is inherited. */
export function memberOf(value: unknown, key: unknown): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const name = textOf(key);
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isSame(one: unknown, other: unknown): boolean {
  return (one ?? undefined) === (other ?? undefined);
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const [left, right] = [textOf(one), textOf(other)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function sizeOf(value: unknown): number {
  if (typeof value === "string" || Array.isArray(value)) return value.length;
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
