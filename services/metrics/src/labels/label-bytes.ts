import type { Labels } from "./labels.ts";

/**
 * The labels of a series as remote write 1.0 writes them, one byte to a character: what a sender wrote finds its series
 * without being decoded. Two label sets share such a text exactly when they are equal.
 *
 * @see Prometheus Remote-Write 1.0, types.proto: Label {1: name, 2: value} as field 1 of TimeSeries
 */
export function labelBytes(labels: Labels): string {
  let bytes = "";
  for (let at = 0; at < labels.length; at += 2) {
    bytes += labelField(sizedBytes(labels[at] ?? ""), sizedBytes(labels[at + 1] ?? ""));
  }
  return bytes;
}

/** The field of one label out of two texts that stand behind their lengths. */
export function labelField(name: string, value: string): string {
  return `\n${lengthBytes(name.length + value.length + 2)}\n${name}\x12${value}`;
}

/** A text as UTF-8 behind the number of its bytes, one byte to a character. */
export function sizedBytes(text: string): string {
  const bytes = isAscii(text) ? text : Buffer.from(text).toString("latin1");
  return lengthBytes(bytes.length) + bytes;
}

function lengthBytes(length: number): string {
  if (length < 128) return String.fromCharCode(length);
  return String.fromCharCode((length & 127) | 128) + lengthBytes(length >>> 7);
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}
