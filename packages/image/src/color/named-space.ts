import type { LooseOptions } from "../arguments.ts";
import type { ColorSpace } from "./color-space.ts";
import { SRGB, simplified } from "./color-space.ts";
import { type Curve, LINEAR_CURVE, parametric, powerCurve, SRGB_CURVE } from "./curve.ts";
import { BT709_TO_XYZ, type Chromaticity, D65, IDENTITY, type Matrix, matrixOf } from "./matrix.ts";

const C: Chromaticity = [0.31, 0.316];
const DCI_WHITE: Chromaticity = [0.314, 0.351];
const EQUAL_ENERGY: Chromaticity = [1 / 3, 1 / 3];

/** Primaries by the names that Chromium gives them: x and y of red, green, blue, and the white. */
const PRIMARIES = {
  bt709: [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, D65],
  bt470m: [0.67, 0.33, 0.21, 0.71, 0.14, 0.08, C],
  bt470bg: [0.64, 0.33, 0.29, 0.6, 0.15, 0.06, D65],
  smpte170m: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, D65],
  smpte240m: [0.63, 0.34, 0.31, 0.595, 0.155, 0.07, D65],
  film: [0.681, 0.319, 0.243, 0.692, 0.145, 0.049, C],
  bt2020: [0.708, 0.292, 0.17, 0.797, 0.131, 0.046, D65],
  "smptest428-1": [1, 0, 0, 1, 0, 0, EQUAL_ENERGY],
  "smptest431-2": [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, DCI_WHITE],
  p3: [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, D65],
  "adobe-rgb": [0.64, 0.33, 0.21, 0.71, 0.15, 0.06, D65],
  "apple-generic-rgb": [0.63002, 0.34, 0.29505, 0.60498, 0.15501, 0.07701, D65],
  "wide-gamut-color-spin": [0.01, 0.98, 0.01, 0.01, 0.98, 0.01, D65],
  "ebu-3213-e": [0.63, 0.34, 0.295, 0.605, 0.155, 0.077, D65],
} as const;

const BT709_CURVE = parametric({ g: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, c: 1 / 4.5, d: 0.081 });
const SMPTE240M_CURVE = parametric({ g: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, c: 1 / 4, d: 0.0913 });

/** Transfer functions by the same names. Those for high dynamic range are missing: eight bits cannot hold them. */
const TRANSFERS: ReadonlyMap<string, Curve> = new Map([
  ["srgb", SRGB_CURVE],
  ["srgb-hdr", SRGB_CURVE],
  ["linear", LINEAR_CURVE],
  ["linear-hdr", LINEAR_CURVE],
  ["gamma18", powerCurve(1.801)],
  ["gamma22", powerCurve(2.2)],
  ["gamma24", powerCurve(2.4)],
  ["gamma28", powerCurve(2.8)],
  ["bt709-apple", powerCurve(1.961)],
  ["bt709", BT709_CURVE],
  ["smpte170m", BT709_CURVE],
  ["bt2020-10", BT709_CURVE],
  ["bt2020-12", BT709_CURVE],
  ["smpte240m", SMPTE240M_CURVE],
  ["smptest428-1", parametric({ g: 2.6, a: 1.034080527699 })],
]);

/** H.273's numbers, as PNG's cICP chunk writes them. */
const PRIMARIES_BY_CODE: Readonly<Record<number, string>> = {
  1: "bt709",
  4: "bt470m",
  5: "bt470bg",
  6: "smpte170m",
  7: "smpte240m",
  8: "film",
  9: "bt2020",
  10: "smptest428-1",
  11: "smptest431-2",
  12: "p3",
  22: "ebu-3213-e",
};
const TRANSFER_BY_CODE: Readonly<Record<number, string>> = {
  1: "bt709",
  4: "gamma22",
  5: "gamma28",
  6: "smpte170m",
  7: "smpte240m",
  8: "linear",
  13: "srgb",
  14: "bt2020-10",
  15: "bt2020-12",
  17: "smptest428-1",
};

/**
 * The space that `toBitmap`'s `colorSpace` option asks for.
 *
 * @param option - `{ primaries = "bt709", transfer = "srgb", matrix = "rgb", range = "full" }`; no object: sRGB
 * @returns `undefined` when the values should stay as they are: unknown names, a matrix or range other than the default
 * @throws TypeError for `custom` spaces
 */
export function requestedSpace(option: unknown): ColorSpace | undefined {
  if (typeof option !== "object" || option === null) return SRGB;
  const names: LooseOptions = { ...option };
  const name = (key: string, otherwise: string): string => (typeof names[key] === "string" ? names[key] : otherwise);
  const [primaries, transfer] = [name("primaries", "bt709"), name("transfer", "srgb")];
  if (primaries === "custom") throw new TypeError("'custom' not supported.");
  if (transfer === "custom" || transfer === "custom-hdr") throw new TypeError("'custom', 'custom-hdr' not supported.");
  if (name("matrix", "rgb") !== "rgb" || name("range", "full") !== "full") return undefined;
  return namedSpace(primaries, transfer);
}

export function spaceByCode(primaries: number, transfer: number): ColorSpace | undefined {
  return namedSpace(PRIMARIES_BY_CODE[primaries] ?? "", TRANSFER_BY_CODE[transfer] ?? "");
}

/** @returns `undefined` when one of the names is unknown */
function namedSpace(primaries: string, transfer: string): ColorSpace | undefined {
  const curve = TRANSFERS.get(transfer);
  const toXyz = gamutToXyz(primaries);
  return curve === undefined || toXyz === undefined ? undefined : simplified({ toXyz, curves: [curve, curve, curve] });
}

/** Light of the primaries of that name to XYZ under D50. */
export function gamutToXyz(name: string): Matrix | undefined {
  if (name === "bt709") return BT709_TO_XYZ;
  if (name === "xyz-d50") return IDENTITY;
  if (!Object.hasOwn(PRIMARIES, name)) return undefined;
  const found = Object.entries(PRIMARIES).find(([key]) => key === name)?.[1];
  if (found === undefined) return undefined;
  const [rx, ry, gx, gy, bx, by, white] = found;
  // SMPTE ST 428-1 has y = 0 in two corners; a hair above keeps the arithmetic finite and changes no byte.
  const corner = (x: number, y: number): Chromaticity => [x, Math.max(y, 1e-6)];
  return matrixOf({ red: corner(rx, ry), green: corner(gx, gy), blue: corner(bx, by), white });
}
