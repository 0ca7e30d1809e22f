/** Reading foreign JSON without trusting its shape: every function gives the asked kind of value, or what stands for "not there". */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return listOf(value).filter(isObject);
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === "string");
}

export function textOf(value: unknown, otherwise = ""): string {
  return typeof value === "string" ? value : otherwise;
}

/** A finite number, also one written as text, as old documents do. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export function flagOf(value: unknown, otherwise: boolean): boolean {
  return typeof value === "boolean" ? value : otherwise;
}

export function oneOf<Choice extends string>(value: unknown, choices: readonly Choice[], otherwise: Choice): Choice {
  return choices.find((choice) => choice === value) ?? otherwise;
}

/** Text that may be absent, as far as it matters whether it is. */
export function maybeText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Texts, numbers and booleans as text: what people write where a text is meant. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}
