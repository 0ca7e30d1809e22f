import type { Rectangle } from "./rectangle.ts";

/** Says whether a value is what a parameter needs. */
export type Check = (value: unknown) => boolean;

export const isGiven: Check = (value) => value !== undefined;
export const isInteger: Check = Number.isInteger;
export const isNumber: Check = Number.isFinite;
export const isBoolean: Check = (value) => typeof value === "boolean";
export const isString: Check = (value) => typeof value === "string";
export const isPartialRectangle: Check = (value) =>
  typeof value === "object" &&
  value !== null &&
  (["x", "y", "width", "height"] as const).every((key) => {
    const member = (value as Partial<Rectangle>)[key];
    return member === undefined || Number.isFinite(member);
  });

/** For a parameter that may be left out. */
export const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/**
 * Checks the arguments of a call, each as a pair of value and check.
 *
 * @throws TypeError when one is missing or is not what the parameter needs
 */
export function checkArguments(pairs: readonly (readonly [value: unknown, check: Check])[]): void {
  const needed = pairs.findLast(([, check]) => !check(undefined));
  if (needed !== undefined && needed[0] === undefined) {
    throw new TypeError("Insufficient number of arguments.");
  }
  pairs.forEach(([value, check], index) => {
    if (!check(value)) throw conversionFailure(index, value);
  });
}

function conversionFailure(index: number, value: unknown): TypeError {
  return new TypeError(`Error processing argument at index ${index}, conversion failure from ${describe(value)}`);
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return `#<${Object.getPrototypeOf(value)?.constructor?.name ?? "Object"}>`;
}
