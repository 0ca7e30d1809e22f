import { type ColorSpace, simplified } from "./color-space.ts";
import { type Curve, isUsableCurve, parametric, powerCurve } from "./curve.ts";
import { BT709_TO_XYZ, invert, type Matrix, type Vector } from "./matrix.ts";

const MAX_TAGS = 100;
const MAX_SAMPLES = 65_536;

/** Which parameters each function type of a parametric curve has, in file order (ICC.1:2022, 10.18). */
const PARAMETER_NAMES = [
  ["g"],
  ["g", "a", "b"],
  ["g", "a", "b", "c"],
  ["g", "a", "b", "c", "d"],
  ["g", "a", "b", "c", "d", "e", "f"],
] as const;

/**
 * Reads the space of a profile made of curves and a matrix, version 2 or 4.
 *
 * @param pictureKind - a colour picture takes RGB profiles only, a grey one grey profiles only
 * @returns `undefined` for tables (LUT profiles), other kinds and damage: the picture then counts as sRGB
 */
export function readProfile(bytes: Uint8Array, pictureKind: "color" | "grey"): ColorSpace | undefined {
  const profile = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (profile.length < 132 || profile.toString("latin1", 36, 40) !== "acsp") return undefined;
  const tags = readTags(profile);
  if (profile.toString("latin1", 16, 20) !== (pictureKind === "grey" ? "GRAY" : "RGB ")) return undefined;
  const space = pictureKind === "grey" ? greySpace(tags) : matrixSpace(tags);
  return space === undefined || !space.curves.every(isUsableCurve) ? undefined : simplified(space);
}

type Tags = ReadonlyMap<string, Buffer>;

function readTags(profile: Buffer): Tags {
  const tags = new Map<string, Buffer>();
  const count = Math.min(profile.readUInt32BE(128), MAX_TAGS);
  for (let at = 132; at + 12 <= profile.length && at < 132 + count * 12; at += 12) {
    const offset = profile.readUInt32BE(at + 4);
    const size = profile.readUInt32BE(at + 8);
    if (offset + size <= profile.length) {
      tags.set(profile.toString("latin1", at, at + 4), profile.subarray(offset, offset + size));
    }
  }
  return tags;
}

function matrixSpace(tags: Tags): ColorSpace | undefined {
  const [r, g, b] = ["rXYZ", "gXYZ", "bXYZ"].map((name) => readXyz(tags.get(name)));
  const [red, green, blue] = ["rTRC", "gTRC", "bTRC"].map((name) => readCurve(tags.get(name)));
  if (!r || !g || !b || !red || !green || !blue) return undefined;
  const toXyz: Matrix = [r[0], g[0], b[0], r[1], g[1], b[1], r[2], g[2], b[2]];
  return invert(toXyz) === undefined ? undefined : { toXyz, curves: [red, green, blue] };
}

function greySpace(tags: Tags): ColorSpace | undefined {
  const curve = readCurve(tags.get("kTRC"));
  return curve === undefined ? undefined : { toXyz: BT709_TO_XYZ, curves: [curve, curve, curve] };
}

function readXyz(tag: Buffer | undefined): Vector | undefined {
  if (tag === undefined || tag.length < 20 || tag.toString("latin1", 0, 4) !== "XYZ ") return undefined;
  return [fixed(tag, 8), fixed(tag, 12), fixed(tag, 16)];
}

function readCurve(tag: Buffer | undefined): Curve | undefined {
  if (tag === undefined || tag.length < 12) return undefined;
  const kind = tag.toString("latin1", 0, 4);
  if (kind === "para") return readParametric(tag);
  return kind === "curv" ? readSamples(tag) : undefined;
}

function readSamples(tag: Buffer): Curve | undefined {
  const count = tag.readUInt32BE(8);
  if (count === 0) return powerCurve(1);
  if (count > MAX_SAMPLES || tag.length < 12 + count * 2) return undefined;
  if (count === 1) return powerCurve(tag.readUInt16BE(12) / 256);
  return { kind: "table", samples: Array.from({ length: count }, (_, at) => tag.readUInt16BE(12 + at * 2) / 65_535) };
}

function readParametric(tag: Buffer): Curve | undefined {
  const names = PARAMETER_NAMES[tag.readUInt16BE(8)];
  if (names === undefined || tag.length < 12 + names.length * 4) return undefined;
  const values = Object.fromEntries(names.map((name, at) => [name, fixed(tag, 12 + at * 4)]));
  const { g = 1, a = 1, b = 0, c = 0 } = values;
  if (names.length >= 5) return parametric({ g, ...values });
  // Types 1 and 2 begin where the power's base is zero; below, type 2 stays at its constant.
  const d = names.length === 1 ? 0 : -b / a;
  return names.length === 4 ? parametric({ g, a, b, d, e: c, f: c }) : parametric({ g, a, b, d });
}

function fixed(tag: Buffer, at: number): number {
  return tag.readInt32BE(at) / 65_536;
}
