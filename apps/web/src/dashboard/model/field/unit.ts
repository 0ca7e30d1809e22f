// One table of every unit id: it is as long as the peer's list.

/** How numbers of a unit are written. */
export type Unit =
  /** Scaled by prefixes: 1000 `k M G …`, or 1024 `Ki Mi Gi …`; `from` is the prefix that the value comes in. */
  | {
      readonly kind: "scaled";
      readonly symbol: string;
      readonly base: 1000 | 1024;
      readonly from: number;
      readonly isApart: boolean;
    }
  | { readonly kind: "fixed"; readonly symbol: string; readonly factor: number }
  /** A text right before the number. */
  | { readonly kind: "prefix"; readonly symbol: string }
  /** Scaled by `K M B T`; some currencies stand behind the number. */
  | { readonly kind: "money"; readonly symbol: string; readonly isBehind: boolean }
  /** `seconds` of one of the value. */
  | { readonly kind: "time"; readonly seconds: number }
  | { readonly kind: "duration"; readonly seconds: number; readonly as: "words" | "clock" | "days and clock" }
  | { readonly kind: "date"; readonly as: "iso" | "age" | "day"; readonly format?: string }
  | { readonly kind: "choice"; readonly yes: string; readonly no: string }
  | { readonly kind: "scientific" }
  | { readonly kind: "hex"; readonly prefix: string };

function si(symbol: string, from = 0): Unit {
  return { kind: "scaled", symbol, base: 1000, from, isApart: false };
}

function iec(symbol: string, from = 0): Unit {
  return { kind: "scaled", symbol, base: 1024, from, isApart: false };
}

/** Things that are counted: the prefix stands apart from their name, `12.4 k req/s`. */
function count(symbol: string): Unit {
  return { kind: "scaled", symbol, base: 1000, from: 0, isApart: true };
}

function fixed(symbol: string, factor = 1): Unit {
  return { kind: "fixed", symbol, factor };
}

function money(symbol: string): Unit {
  return { kind: "money", symbol, isBehind: false };
}

function moneyBehind(symbol: string): Unit {
  return { kind: "money", symbol, isBehind: true };
}

function time(seconds: number): Unit {
  return { kind: "time", seconds };
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** The units that dashboards name, by the ids they use. What is not here is shown as a suffix. */
const UNITS: ReadonlyMap<string, Unit> = new Map<string, Unit>([
  ["none", fixed("")],
  ["string", fixed("")],
  ["locale", fixed("")],
  ["short", count("")],
  ["percent", fixed("%")],
  ["percentunit", fixed("%", 100)],
  ["humidity", fixed("%H")],
  ["dB", fixed("dB")],
  ["candela", si("cd")],
  ["pixel", fixed("px")],
  ["sci", { kind: "scientific" }],
  ["hex", { kind: "hex", prefix: "" }],
  ["hex0x", { kind: "hex", prefix: "0x" }],

  ["bytes", iec("B")],
  ["kbytes", iec("B", 1)],
  ["mbytes", iec("B", 2)],
  ["gbytes", iec("B", 3)],
  ["tbytes", iec("B", 4)],
  ["pbytes", iec("B", 5)],
  ["bits", iec("b")],
  ["decbytes", si("B")],
  ["deckbytes", si("B", 1)],
  ["decmbytes", si("B", 2)],
  ["decgbytes", si("B", 3)],
  ["dectbytes", si("B", 4)],
  ["decpbytes", si("B", 5)],
  ["decbits", si("b")],
  ["binBps", iec("B/s")],
  ["binbps", iec("b/s")],
  ["Bps", si("B/s")],
  ["bps", si("b/s")],
  ["KiBs", iec("B/s", 1)],
  ["Kibits", iec("b/s", 1)],
  ["MiBs", iec("B/s", 2)],
  ["Mibits", iec("b/s", 2)],
  ["GiBs", iec("B/s", 3)],
  ["Gibits", iec("b/s", 3)],
  ["KBs", si("B/s", 1)],
  ["Kbits", si("b/s", 1)],
  ["MBs", si("B/s", 2)],
  ["Mbits", si("b/s", 2)],
  ["GBs", si("B/s", 3)],
  ["Gbits", si("b/s", 3)],
  ["pps", count("p/s")],

  ["cps", count("/s")],
  ["ops", count("ops/s")],
  ["reqps", count("req/s")],
  ["rps", count("rd/s")],
  ["wps", count("wr/s")],
  ["iops", count("io/s")],
  ["eps", count("ev/s")],
  ["mps", count("msg/s")],
  ["recps", count("rec/s")],
  ["rowsps", count("rows/s")],
  ["cpm", count("/min")],
  ["opm", count("ops/min")],
  ["reqpm", count("req/min")],
  ["rpm", count("rd/min")],
  ["wpm", count("wr/min")],
  ["epm", count("ev/min")],
  ["mpm", count("msg/min")],
  ["recpm", count("rec/min")],
  ["qps", count("qry/s")],

  ["ns", time(1e-9)],
  ["µs", time(1e-6)],
  ["ms", time(1e-3)],
  ["s", time(1)],
  ["m", time(MINUTE)],
  ["h", time(HOUR)],
  ["d", time(DAY)],
  ["timeticks", time(0.01)],
  ["dtdurationms", { kind: "duration", seconds: 1e-3, as: "words" }],
  ["dtdurations", { kind: "duration", seconds: 1, as: "words" }],
  ["dthms", { kind: "duration", seconds: 1, as: "clock" }],
  ["dtdhms", { kind: "duration", seconds: 1, as: "days and clock" }],
  ["clockms", { kind: "duration", seconds: 1e-3, as: "clock" }],
  ["clocks", { kind: "duration", seconds: 1, as: "clock" }],
  ["dateTimeAsIso", { kind: "date", as: "iso" }],
  ["dateTimeAsIsoNoDateIfToday", { kind: "date", as: "day" }],
  ["dateTimeAsUS", { kind: "date", as: "iso" }],
  ["dateTimeAsUSNoDateIfToday", { kind: "date", as: "day" }],
  ["dateTimeAsLocal", { kind: "date", as: "iso" }],
  ["dateTimeAsLocalNoDateIfToday", { kind: "date", as: "day" }],
  ["dateTimeAsSystem", { kind: "date", as: "iso" }],
  ["dateTimeFromNow", { kind: "date", as: "age" }],

  ["hertz", si("Hz")],
  ["rothz", si("Hz")],
  ["rotrpm", fixed("rpm")],
  ["watt", si("W")],
  ["kwatt", si("W", 1)],
  ["mwatt", si("W", -1)],
  ["voltamp", si("VA")],
  ["joule", si("J")],
  ["watth", si("Wh")],
  ["kwatth", si("Wh", 1)],
  ["amp", si("A")],
  ["mamp", si("A", -1)],
  ["volt", si("V")],
  ["mvolt", si("V", -1)],
  ["ohm", si("Ω")],
  ["dBm", fixed("dBm")],
  ["Hs", si("H/s")],
  ["flops", si("FLOPS")],
  ["celsius", fixed("°C")],
  ["fahrenheit", fixed("°F")],
  ["kelvin", fixed("K")],
  ["degree", fixed("°")],
  ["radian", fixed("rad")],
  ["massg", si("g")],
  ["masskg", si("g", 1)],
  ["lengthm", si("m")],
  ["lengthmm", si("m", -1)],
  ["lengthkm", si("m", 1)],
  ["velocityms", fixed("m/s")],
  ["velocitykmh", fixed("km/h")],
  ["pressurebar", si("bar")],
  ["pressurehpa", fixed("hPa")],
  ["litre", si("L")],
  ["ppm", fixed("ppm")],
  ["lux", fixed("lx")],

  ["bool", { kind: "choice", yes: "True", no: "False" }],
  ["bool_yes_no", { kind: "choice", yes: "Yes", no: "No" }],
  ["bool_on_off", { kind: "choice", yes: "On", no: "Off" }],

  ["currencyUSD", money("$")],
  ["currencyEUR", money("€")],
  ["currencyGBP", money("£")],
  ["currencyJPY", money("¥")],
  ["currencyCHF", money("CHF")],

  // Misc
  ["sishort", si("")],
  // Acceleration
  ["accMS2", fixed("m/sec²")],
  ["accFS2", fixed("f/sec²")],
  ["accG", fixed("g")],
  // Angle
  ["grad", fixed("grad")],
  ["arcmin", fixed("arcmin")],
  ["arcsec", fixed("arcsec")],
  // Area
  ["areaM2", fixed("m²")],
  ["areaF2", fixed("ft²")],
  ["areaMI2", fixed("mi²")],
  ["acres", fixed("ac")],
  ["hectares", fixed("ha")],
  // Computation
  ["mflops", si("FLOPS", 2)],
  ["gflops", si("FLOPS", 3)],
  ["tflops", si("FLOPS", 4)],
  ["pflops", si("FLOPS", 5)],
  ["eflops", si("FLOPS", 6)],
  ["zflops", si("FLOPS", 7)],
  ["yflops", si("FLOPS", 8)],
  // Concentration
  ["conppb", fixed("ppb")],
  ["conngm3", fixed("ng/m³")],
  ["conngNm3", fixed("ng/Nm³")],
  ["conμgm3", fixed("μg/m³")],
  ["conμgNm3", fixed("μg/Nm³")],
  ["conmgm3", fixed("mg/m³")],
  ["conmgNm3", fixed("mg/Nm³")],
  ["congm3", fixed("g/m³")],
  ["congNm3", fixed("g/Nm³")],
  ["conmgdL", fixed("mg/dL")],
  ["conmmolL", fixed("mmol/L")],
  // Currency
  ["currencyRUB", money("₽")],
  ["currencyUAH", money("₴")],
  ["currencyBRL", money("R$")],
  ["currencyDKK", moneyBehind("kr")],
  ["currencyISK", moneyBehind("kr")],
  ["currencyNOK", moneyBehind("kr")],
  ["currencySEK", moneyBehind("kr")],
  ["currencyCZK", money("czk")],
  ["currencyPLN", money("PLN")],
  ["currencyBTC", money("฿")],
  ["currencymBTC", money("mBTC")],
  ["currencyμBTC", money("μBTC")],
  ["currencyZAR", money("R")],
  ["currencyINR", money("₹")],
  ["currencyKRW", money("₩")],
  ["currencyIDR", money("Rp")],
  ["currencyPHP", money("PHP")],
  ["currencyVND", moneyBehind("đ")],
  ["currencyTRY", moneyBehind("₺")],
  ["currencyMYR", money("RM")],
  ["currencyXPF", money("XPF")],
  ["currencyBGN", money("BGN")],
  ["currencyPYG", money("₲")],
  ["currencyUYU", money("UYU")],
  ["currencyILS", money("₪")],
  // Data rate
  ["TiBs", iec("B/s", 4)],
  ["Tibits", iec("b/s", 4)],
  ["TBs", si("B/s", 4)],
  ["Tbits", si("b/s", 4)],
  ["PiBs", iec("B/s", 5)],
  ["Pibits", iec("b/s", 5)],
  ["PBs", si("B/s", 5)],
  ["Pbits", si("b/s", 5)],
  // Energy
  ["megwatt", si("W", 2)],
  ["gwatt", si("W", 3)],
  ["Wm2", si("W/m²")],
  ["kvoltamp", si("VA", 1)],
  ["voltampreact", si("VAr")],
  ["kvoltampreact", si("VAr", 1)],
  ["watthperkg", si("Wh/kg")],
  ["kwattm", si("W-Min", 1)],
  ["mwatth", si("Wh", 2)],
  ["amph", si("Ah")],
  ["kamph", si("Ah", 1)],
  ["mamph", si("Ah", -1)],
  ["ev", si("eV")],
  ["kamp", si("A", 1)],
  ["kvolt", si("V", 1)],
  ["mohm", si("Ω", -1)],
  ["kohm", si("Ω", 1)],
  ["Mohm", si("Ω", 2)],
  ["farad", si("F")],
  ["µfarad", si("F", -2)],
  ["nfarad", si("F", -3)],
  ["pfarad", si("F", -4)],
  ["ffarad", si("F", -5)],
  ["henry", si("H")],
  ["mhenry", si("H", -1)],
  ["µhenry", si("H", -2)],
  ["lumens", si("Lm")],
  // Flow
  ["flowgpm", fixed("gpm")],
  ["flowcms", fixed("cms")],
  ["flowcfs", fixed("cfs")],
  ["flowcfm", fixed("cfm")],
  ["litreh", fixed("L/h")],
  ["flowlpm", fixed("L/min")],
  ["flowmlpm", fixed("mL/min")],
  // Force
  ["forceNm", si("Nm")],
  ["forcekNm", si("Nm", 1)],
  ["forceN", si("N")],
  ["forcekN", si("N", 1)],
  // Hash rate
  ["KHs", si("H/s", 1)],
  ["MHs", si("H/s", 2)],
  ["GHs", si("H/s", 3)],
  ["THs", si("H/s", 4)],
  ["PHs", si("H/s", 5)],
  ["EHs", si("H/s", 6)],
  // Mass
  ["massmg", si("g", -1)],
  ["masslb", fixed("lb")],
  ["masst", fixed("t")],
  // Length
  ["lengthcm", fixed("cm")],
  ["lengthin", fixed("in")],
  ["lengthft", fixed("ft")],
  ["lengthmi", fixed("mi")],
  // Pressure
  ["pressurembar", si("bar", -1)],
  ["pressurekbar", si("bar", 1)],
  ["pressurepa", si("Pa")],
  ["pressurekpa", fixed("kPa")],
  ["pressurehg", fixed('"Hg')],
  ["pressurepsi", count("psi")],
  // Radiation
  ["radbq", si("Bq")],
  ["radci", si("Ci")],
  ["radgy", si("Gy")],
  ["radrad", si("rad")],
  ["radsv", si("Sv")],
  ["radmsv", si("Sv", -1)],
  ["radusv", si("Sv", -2)],
  ["radrem", si("rem")],
  ["radexpckg", si("C/kg")],
  ["radr", si("R")],
  ["radsvh", si("Sv/h")],
  ["radmsvh", si("Sv/h", -1)],
  ["radusvh", si("Sv/h", -2)],
  // Rotational Speed
  ["rotkhz", si("Hz", 1)],
  ["rotmhz", si("Hz", 2)],
  ["rotghz", si("Hz", 3)],
  ["rotrads", fixed("rad/s")],
  ["rotdegs", fixed("°/s")],
  // Throughput
  ["rowspm", count("rows/min")],
  // Velocity
  ["velocitymph", fixed("mph")],
  ["velocityknot", fixed("kn")],
  // Volume
  ["mlitre", si("L", -1)],
  ["m3", fixed("m³")],
  ["Nm3", fixed("Nm³")],
  ["dm3", fixed("dm³")],
  ["gallons", fixed("gal")],
]);

/** Ids of the units that are known by one. */
export const UNIT_IDS: readonly string[] = [...UNITS.keys()];

/** The unit of an id; ids that say it themselves (`suffix:X`, `si:mW`, `time:YYYY`) and unknown ones too. */
export function unitOf(id: string | undefined): Unit {
  if (id === undefined || id === "") return fixed("");
  return UNITS.get(id) ?? spelledOut(id) ?? fixed(id);
}

const SI_SCALES: ReadonlyMap<string, number> = new Map([
  ["n", -3],
  ["µ", -2],
  ["m", -1],
  ["k", 1],
  ["M", 2],
  ["G", 3],
  ["T", 4],
]);

function spelledOut(id: string): Unit | undefined {
  const [, way, text = ""] = /^(suffix|prefix|time|si|count|currency):([\s\S]*)$/.exec(id) ?? [];
  switch (way) {
    case "suffix":
      return fixed(text);
    case "prefix":
      return { kind: "prefix", symbol: text };
    case "currency":
      return money(text);
    case "time":
      return { kind: "date", as: "iso", format: text };
    case "si":
      return text.length > 1 && SI_SCALES.has(text[0] ?? "")
        ? si(text.slice(1), SI_SCALES.get(text[0] ?? ""))
        : si(text);
    case "count":
      return count(text);
    default:
      return undefined;
  }
}

/** What a value axis counts in, for ticks at round numbers of the unit. */
export function ticksOf(unit: Unit): { readonly tickBase: 10 | 60 | 1024; readonly tickSeconds?: number } {
  if (unit.kind === "scaled" && unit.base === 1024) return { tickBase: 1024 };
  if (unit.kind === "time" || unit.kind === "duration") return { tickBase: 60, tickSeconds: unit.seconds };
  return { tickBase: 10 };
}
