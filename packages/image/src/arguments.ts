import { inspect } from "node:util";

/** Options as a caller gave them: nothing about their types is known yet. */
export type LooseOptions = Readonly<Record<string, unknown>>;

/** @throws TypeError when fewer than `count` arguments came */
export function requireArguments(given: number, count: number): void {
  if (given < count) throw new TypeError("Insufficient number of arguments.");
}

export function conversionError(index: number, value: unknown): TypeError {
  const shown = inspect(value, {
    depth: 0,
    maxStringLength: 60,
    maxArrayLength: 4,
    breakLength: Number.POSITIVE_INFINITY,
  });
  return new TypeError(`Error processing argument at index ${index}, conversion failure from ${shown}`);
}

/** @throws TypeError */
export function stringArgument(value: unknown, index = 0): string {
  if (typeof value !== "string") throw conversionError(index, value);
  return value;
}

/** @throws TypeError */
export function objectArgument(value: unknown, index = 0): LooseOptions {
  if (!isObject(value)) throw conversionError(index, value);
  return value;
}

/** Options that are optional as a whole: what is no object counts as none. */
export function optionalObject(value: unknown): LooseOptions {
  return isObject(value) ? value : {};
}

/** The number of an option, or `undefined` when it is absent, of another type or not finite. */
export function numberOption(options: LooseOptions, name: string): number | undefined {
  const value = options[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function integerOption(options: LooseOptions, name: string): number | undefined {
  const value = options[name];
  return Number.isInteger(value) ? Number(value) : undefined;
}

export function signalOption({ signal }: LooseOptions): AbortSignal | undefined {
  return signal instanceof AbortSignal ? signal : undefined;
}

/** A scale factor in single precision; one that is no positive number counts as 1. */
export function scaleFactorOption(options: LooseOptions): number {
  return toScaleFactor(options["scaleFactor"]);
}

export function toScaleFactor(value: unknown): number {
  const single = typeof value === "number" ? Math.fround(value) : 1;
  return single > 0 && Number.isFinite(single) ? single : 1;
}

/** The bytes under any view, or `undefined` for what is no view. They are the caller's memory, not a copy. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined;
}

function isObject(value: unknown): value is LooseOptions {
  return typeof value === "object" && value !== null;
}
