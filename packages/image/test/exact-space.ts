/** Colour spaces by their definition, in doubles: what converted pictures are measured against. */

type Triple = readonly [number, number, number];
type Rows = readonly [Triple, Triple, Triple];
type Light = (value: number) => number;

const D65 = [0.3127, 0.329] as const;
const C = [0.31, 0.316] as const;
const D50: Triple = [0.9642, 1, 0.8249];
const IDENTITY: Rows = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** x and y of red, green, blue and white, by Chromium's names. */
export const PRIMARIES: Readonly<Record<string, readonly (readonly [x: number, y: number])[]>> = {
  bt709: [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], D65],
  bt470m: [[0.67, 0.33], [0.21, 0.71], [0.14, 0.08], C],
  bt470bg: [[0.64, 0.33], [0.29, 0.6], [0.15, 0.06], D65],
  smpte170m: [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07], D65],
  smpte240m: [[0.63, 0.34], [0.31, 0.595], [0.155, 0.07], D65],
  film: [[0.681, 0.319], [0.243, 0.692], [0.145, 0.049], C],
  bt2020: [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], D65],
  "smptest431-2": [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
    [0.314, 0.351],
  ],
  p3: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], D65],
  "adobe-rgb": [[0.64, 0.33], [0.21, 0.71], [0.15, 0.06], D65],
  "apple-generic-rgb": [[0.63002, 0.34], [0.29505, 0.60498], [0.15501, 0.07701], D65],
  "wide-gamut-color-spin": [[0.01, 0.98], [0.01, 0.01], [0.98, 0.01], D65],
  "ebu-3213-e": [[0.63, 0.34], [0.295, 0.605], [0.155, 0.077], D65],
};

const bt709: Light = (v) => (v < 0.081 ? v / 4.5 : ((v + 0.099) / 1.099) ** (1 / 0.45));
const power =
  (gamma: number): Light =>
  (v) =>
    v ** gamma;
const srgb: Light = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

/** How a stored value becomes light, by Chromium's names. */
export const TRANSFERS: Readonly<Record<string, Light>> = {
  srgb,
  "srgb-hdr": srgb,
  linear: power(1),
  "linear-hdr": power(1),
  gamma18: power(1.801),
  gamma22: power(2.2),
  gamma24: power(2.4),
  gamma28: power(2.8),
  "bt709-apple": power(1.961),
  bt709,
  smpte170m: bt709,
  "bt2020-10": bt709,
  "bt2020-12": bt709,
  smpte240m: (v) => (v < 0.0913 ? v / 4 : ((v + 0.1115) / 1.1115) ** (1 / 0.45)),
  "smptest428-1": (v) => (v * 1.034080527699) ** 2.6,
};

/** An sRGB colour in another space, 0 to 255. */
export function convertedExactly(color: Triple, primaries: string, transfer: string): Triple {
  const light = color.map((value) => srgb(value / 255));
  const inSpace = solve(toXyz(primaries), times(toXyz("bt709"), triple(light)));
  const decode = TRANSFERS[transfer] ?? srgb;
  return triple(inSpace.map((value) => encode(decode, Math.min(1, Math.max(0, value))) * 255));
}

/** Light to XYZ under D50, by Bradford's adaptation (Lindbloom, "Chromatic Adaptation"). */
function toXyz(name: string): Rows {
  if (name === "xyz-d50") return IDENTITY;
  const points = (PRIMARIES[name] ?? []).map(([x, y]): Triple => [x / y, 1, (1 - x - y) / y]);
  const [red = D50, green = D50, blue = D50, white = D50] = points;
  const columns = transposed([red, green, blue]);
  const [r, g, b] = solve(columns, white);
  const scaled = columns.map((row): Triple => [row[0] * r, row[1] * g, row[2] * b]);
  const cone: Rows = [
    [0.8951, 0.2664, -0.1614],
    [-0.7502, 1.7135, 0.0367],
    [0.0389, -0.0685, 1.0296],
  ];
  const [from, to] = [times(cone, white), times(cone, D50)];
  const adapted = transposed(rows(scaled)).map((column) => {
    const [l, m, s] = times(cone, column);
    return solve(cone, [(l * to[0]) / from[0], (m * to[1]) / from[1], (s * to[2]) / from[2]]);
  });
  return transposed(rows(adapted));
}

function times(matrix: Rows, vector: Triple): Triple {
  return triple(matrix.map((row) => row[0] * vector[0] + row[1] * vector[1] + row[2] * vector[2]));
}

/** Cramer's rule. */
function solve(matrix: Rows, wanted: Triple): Triple {
  const columns = transposed(matrix);
  const whole = determinant(columns);
  return triple(
    [0, 1, 2].map((at) => determinant(rows(columns.map((own, index) => (index === at ? wanted : own)))) / whole),
  );
}

function determinant([a, b, c]: Rows): number {
  const cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
  return a[0] * (cross[0] ?? 0) + a[1] * (cross[1] ?? 0) + a[2] * (cross[2] ?? 0);
}

function transposed([a, b, c]: Rows): Rows {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function rows(list: readonly Triple[]): Rows {
  const [a = D50, b = D50, c = D50] = list;
  return [a, b, c];
}

function triple([a = 0, b = 0, c = 0]: readonly number[]): Triple {
  return [a, b, c];
}

/** The value whose light this is; every transfer rises. */
function encode(decode: Light, light: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (decode(middle) < light) low = middle;
    else high = middle;
  }
  return low;
}
