/** One field of a message: its number, and a text, bytes, a message, eight bytes, or a whole number. */
export type Field = readonly [number: number, value: FieldValue];

type FieldValue = string | Buffer | number | { readonly double: number } | { readonly fixed64: bigint };

/** Encodes a message. @see Protocol Buffers, Encoding */
export function message(...fields: readonly Field[]): Buffer {
  return Buffer.concat(fields.map(([number, value]) => field(number, value)));
}

function field(number: number, value: FieldValue): Buffer {
  if (typeof value === "number") return Buffer.concat([varint(number * 8), varint(value)]);
  if (typeof value === "object" && !Buffer.isBuffer(value)) {
    const bytes = Buffer.alloc(8);
    if ("double" in value) bytes.writeDoubleLE(value.double);
    else bytes.writeBigUInt64LE(value.fixed64);
    return Buffer.concat([varint(number * 8 + 1), bytes]);
  }
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    const isLast = rest < 128n;
    bytes.push(Number(rest & 127n) | (isLast ? 0 : 128));
    if (isLast) return Buffer.from(bytes);
  }
}

/** Whole numbers as one field: one behind the other. */
export function packed(numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map(varint));
}

/** A number of either sign as `sint32` and `sint64` write it. */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}
