import pg from "pg";

type Decode = (text: string) => unknown;

const decodeNumber: Decode = Number;
const decodeOddTimestamptz: Decode = pg.types.getTypeParser(1184, "text");
/** A moment of the usual years in UTC, which sessions ask for: the driver takes three times as long for it. */
const USUAL = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;
const decodeTimestamptz: Decode = (text) =>
  USUAL.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : decodeOddTimestamptz(text);
/** A timestamp without time zone is UTC in this house. */
const decodeTimestamp: Decode = (text) =>
  decodeTimestamptz(/^-?infinity$/.test(text) ? text : text.replace(/( BC)?$/, "+00$1"));

/**
 * What a column's text becomes, by the type's OID. A type that is not listed stays text: int8 and numeric lose no
 * digit, date and interval no meaning.
 */
const DECODERS: ReadonlyMap<number, Decode> = new Map([
  [16, (text) => text === "t"],
  [17, (text) => new Uint8Array(Buffer.from(text.slice(2), "hex"))],
  [21, decodeNumber],
  [23, decodeNumber],
  [26, decodeNumber],
  [114, (text) => JSON.parse(text)],
  [700, decodeNumber],
  [701, decodeNumber],
  [1114, decodeTimestamp],
  [1184, decodeTimestamptz],
  [3802, (text) => JSON.parse(text)],
]);

/** Element type of each array type. */
const ELEMENTS: ReadonlyMap<number, number> = new Map([
  [1000, 16],
  [1001, 17],
  [1005, 21],
  [1007, 23],
  [1028, 26],
  [199, 114],
  [1021, 700],
  [1022, 701],
  [1115, 1114],
  [1185, 1184],
  [3807, 3802],
  [1002, 18],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1003, 19],
  [1016, 20],
  [1231, 1700],
  [2951, 2950],
  [1182, 1082],
  [1187, 1186],
  [1041, 869],
  [651, 650],
]);

const asText: Decode = (text) => text;

/** How both stores' drivers read values. */
export const valueTypes = {
  getTypeParser(oid: number): Decode {
    const decode = DECODERS.get(oid);
    if (decode !== undefined) return decode;
    const element = ELEMENTS.get(oid);
    return element === undefined ? asText : arrayDecoder(DECODERS.get(element) ?? asText);
  },
};

function arrayDecoder(decode: Decode): Decode {
  const decodeElement = (element: unknown): unknown => {
    if (Array.isArray(element)) return element.map(decodeElement);
    return typeof element === "string" ? decode(element) : null;
  };
  const splitArray: Decode = pg.types.getTypeParser(TEXT_ARRAY, "text");
  return (text) => decodeElement(splitArray(text));
}

const TEXT_ARRAY: number = 1009;

/**
 * Values as the driver binds them: dates in UTC whatever the machine's zone, the rest unchanged (objects become JSON,
 * arrays become PostgreSQL arrays; an array for a json column is bound as `JSON.stringify(array)`).
 *
 * @throws RangeError for an invalid date
 */
export function encodeValues(values: readonly unknown[]): unknown[] {
  return values.map(encodeValue);
}

function encodeValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(encodeValue) : value;
}
