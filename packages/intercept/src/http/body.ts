import { argumentError } from "../errors.ts";

/** A body that handlers may give: text, bytes, or anything that JSON can write. */
export type PostData = string | Uint8Array | ArrayBuffer | object | number | boolean | null;

/** A larger body of a client is never held: it is passed on as it streams. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Bytes of a view or buffer, without a copy; `undefined` for everything else. */
export function bytesOf(value: unknown): Buffer | undefined {
  if (Buffer.isBuffer(value)) return value;
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? Buffer.from(value) : undefined;
}

/** @throws InterceptError `ERR_ROUTE_ARGUMENT` for what JSON cannot write: functions, symbols, bigints, circles */
export function jsonText(method: string, argument: string, value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw argumentError(method, argument, `cannot be written as JSON (${String(cause).split("\n", 1)[0]})`);
  }
  if (text === undefined) throw argumentError(method, argument, "cannot be written as JSON");
  return text;
}
