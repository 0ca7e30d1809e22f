import type { ColorSpace } from "./color-space.ts";
import { type Curve, isSameCurve, LINEAR_CURVE, powerCurve, SRGB_CURVE } from "./curve.ts";
import { gamutToXyz } from "./named-space.ts";

const RELATIVE_COLORIMETRIC = 1;
const WHITE_D50 = [0.9642, 1, 0.8249] as const;

/** Names of known gamuts and curves, as Chromium describes them. */
const GAMUTS: readonly (readonly [primaries: string, name: string])[] = [
  ["bt709", "sRGB"],
  ["adobe-rgb", "AdobeRGB"],
  ["p3", "Display P3"],
  ["bt2020", "Rec2020"],
];
const TRANSFERS: readonly (readonly [curve: Curve, name: string])[] = [
  [SRGB_CURVE, "sRGB"],
  [powerCurve(2.2), "2.2"],
  [LINEAR_CURVE, "Linear"],
];
const [GAMUT_TOLERANCE, CURVE_TOLERANCE] = [0.01, 0.001];

/**
 * Writes a version 4 display profile: matrix and curves, one curve for all channels where they share it. Texts, date and
 * order are those of Chromium: clients compare data URLs of small pictures as text.
 */
export function writeProfile(space: ColorSpace): Buffer {
  const { toXyz, curves } = space;
  const column = (at: number): Buffer => xyz([toXyz[at] ?? 0, toXyz[at + 3] ?? 0, toXyz[at + 6] ?? 0]);
  const [red, green, blue] = curves;
  const shared = isSameCurve(red, green, 0) && isSameCurve(red, blue, 0);
  const redCurve = curveTag(red);
  return assemble([
    ["desc", text(descriptionOf(space))],
    ["rXYZ", column(0)],
    ["gXYZ", column(1)],
    ["bXYZ", column(2)],
    ["wtpt", xyz(WHITE_D50)],
    ["rTRC", redCurve],
    ["gTRC", shared ? redCurve : curveTag(green)],
    ["bTRC", shared ? redCurve : curveTag(blue)],
    ["cprt", text("Google Inc. 2016")],
  ]);
}

function descriptionOf({ toXyz, curves: [red] }: ColorSpace): string {
  const gamut = GAMUTS.find(([primaries]) =>
    gamutToXyz(primaries)?.every((value, at) => Math.abs(value - (toXyz[at] ?? 0)) <= GAMUT_TOLERANCE),
  );
  const transfer = TRANSFERS.find(([curve]) => isSameCurve(curve, red, CURVE_TOLERANCE));
  return gamut === undefined || transfer === undefined ? "RGB" : `${gamut[1]} Gamut with ${transfer[1]} Transfer`;
}

function assemble(tags: readonly (readonly [name: string, body: Buffer])[]): Buffer {
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length);
  const bodies: Buffer[] = [];
  const offsets = new Map<Buffer, number>();
  let end = 128 + table.length;
  for (const [index, [name, body]] of tags.entries()) {
    const offset = offsets.get(body) ?? end;
    if (offset === end) {
      bodies.push(body, Buffer.alloc(-body.length & 3));
      end += body.length + (-body.length & 3);
      offsets.set(body, offset);
    }
    table.write(name, 4 + index * 12, "latin1");
    table.writeUInt32BE(offset, 8 + index * 12);
    table.writeUInt32BE(body.length, 12 + index * 12);
  }
  return Buffer.concat([header(end), table, ...bodies]);
}

function header(size: number): Buffer {
  const head = Buffer.alloc(128);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(0x04300000, 8);
  head.write("mntrRGB XYZ ", 12, "latin1");
  // A fixed date: the same pixels must always give the same bytes.
  for (const [at, value] of [2016, 1, 1].entries()) head.writeUInt16BE(value, 24 + at * 2);
  head.write("acsp", 36, "latin1");
  head.writeUInt32BE(RELATIVE_COLORIMETRIC, 64);
  for (const [at, value] of WHITE_D50.entries()) head.writeInt32BE(Math.round(value * 65_536), 68 + at * 4);
  return head;
}

function text(value: string): Buffer {
  const body = Buffer.alloc(28 + value.length * 2);
  body.write("mluc", 0, "latin1");
  body.writeUInt32BE(1, 8);
  body.writeUInt32BE(12, 12);
  body.write("enUS", 16, "latin1");
  body.writeUInt32BE(value.length * 2, 20);
  body.writeUInt32BE(28, 24);
  for (const [at, letter] of [...value].entries()) body.writeUInt16BE(letter.charCodeAt(0), 28 + at * 2);
  return body;
}

function xyz(values: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from("XYZ \0\0\0\0", "latin1"), fixed(values)]);
}

function curveTag(curve: Curve): Buffer {
  if (curve.kind === "table") return sampledTag(curve.samples);
  const { g, a, b, c, d, e, f } = curve.parameters;
  const isPower = isSameCurve(curve, powerCurve(g), 1e-6);
  return isPower ? parametricTag(0, [g]) : parametricTag(e === 0 && f === 0 ? 3 : 4, [g, a, b, c, d, e, f]);
}

function parametricTag(type: 0 | 3 | 4, parameters: readonly number[]): Buffer {
  const head = Buffer.alloc(12);
  head.write("para", 0, "latin1");
  head.writeUInt16BE(type, 8);
  return Buffer.concat([head, fixed(type === 3 ? parameters.slice(0, 5) : parameters)]);
}

function sampledTag(samples: readonly number[]): Buffer {
  const body = Buffer.alloc(12 + samples.length * 2);
  body.write("curv", 0, "latin1");
  body.writeUInt32BE(samples.length, 8);
  for (const [at, sample] of samples.entries()) {
    body.writeUInt16BE(Math.round(Math.min(1, Math.max(0, sample)) * 65_535), 12 + at * 2);
  }
  return body;
}

function fixed(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), at * 4);
  return bytes;
}
