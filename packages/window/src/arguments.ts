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

/** @throws TypeError when an argument is missing or is not what the parameter needs */
export function checkArguments(checks: readonly Check[], args: readonly unknown[]): void {
  const last = checks.findLastIndex((check) => !check(undefined));
  if (last >= 0 && args[last] === undefined) throw new TypeError("Insufficient number of arguments.");
  checks.forEach((check, index) => {
    if (!check(args[index])) throw conversionFailure(index, args[index]);
  });
}

function conversionFailure(index: number, value: unknown): TypeError {
  return new TypeError(`Error processing argument at index ${index}, conversion failure from ${describe(value)}`);
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return `#<${Object.getPrototypeOf(value)?.constructor?.name ?? "Object"}>`;
}
