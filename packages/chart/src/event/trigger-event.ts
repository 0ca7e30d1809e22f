import type { ECharts, EChartsCoreOption, SetOptionOpts } from "echarts/core";

type Members = Readonly<Record<string, unknown>>;

/** Where a series remembers what it was told, since what it is told later is merged with it. */
const TOLD = "vedetteTold";

interface Told {
  readonly silent?: unknown;
  readonly triggerEvent?: unknown;
}

/**
 * Makes series with `triggerEvent: false` as inert as silent ones: the library asks only its axes, titles and lines
 * for that option. Only what is given counts, since lines have it off by default for their strokes.
 *
 * @see spec 3, Chart events: mouse events
 */
export class TriggerEvents {
  readonly #raw: ECharts;
  /** Only who names the option pays for it. */
  #isUsed = false;

  constructor(raw: ECharts) {
    this.#raw = raw;
  }

  /** The option as the library is to get it. Timelines stay pressable without a tooltip. */
  honour(option: EChartsCoreOption, how: SetOptionOpts): EChartsCoreOption {
    this.#isUsed ||= seriesOf(option).some((series) => "triggerEvent" in series);
    return honoured(option, this.#isUsed ? mergedWith(() => seriesOf(this.#raw.getOption() ?? {}), how) : undefined);
  }

  /** An option of the library as it was given. */
  asGiven(option: EChartsCoreOption): EChartsCoreOption {
    if (!this.#isUsed) return option;
    const series = seriesOf(option).map(({ [TOLD]: told, ...given }) => {
      if (!isMembers(told)) return given;
      const { silent, ...rest } = given;
      return { ...rest, ...(told["silent"] === undefined ? {} : { silent: told["silent"] }) };
    });
    return { ...option, series };
  }
}

/** The series that the library merges a given one with. */
type Counterpart = (series: Members, at: number) => Members | undefined;

/** That of the same id, name or place; where those that are not named go, of the same id; where all go, none. */
function mergedWith(
  seriesNow: () => readonly Members[],
  { notMerge = false, replaceMerge = [] }: SetOptionOpts,
): Counterpart {
  if (notMerge) return () => undefined;
  const isById = [replaceMerge].flat().includes("series");
  let known: readonly Members[] | undefined;
  return ({ id, name }, at) => {
    known ??= seriesNow();
    if (id !== undefined || isById) return known.find((one) => id !== undefined && one["id"] === id);
    return known.find((one) => name !== undefined && one["name"] === name) ?? known[at];
  };
}

function honoured(option: Members, counterpart: Counterpart | undefined): Members {
  const changed: Record<string, unknown> = { ...option };
  if (option["series"] !== undefined && counterpart !== undefined) {
    changed["series"] = mapSeries(option["series"], counterpart);
  }
  if (option["timeline"] !== undefined) changed["timeline"] = mapMany(option["timeline"], withPressableItems);
  for (const member of NESTED) {
    if (option[member] !== undefined) changed[member] = mapMany(option[member], (part) => nested(part, counterpart));
  }
  return changed;
}

/** Where an option may hold others. */
const NESTED = ["baseOption", "options", "media"] as const;

function seriesOf(option: Members): readonly Members[] {
  return [option["series"], ...NESTED.flatMap((member) => listOf(option[member]).map(seriesOfPart))]
    .flat()
    .filter(isMembers);
}

function seriesOfPart(part: unknown): readonly Members[] {
  if (!isMembers(part)) return [];
  return seriesOf(isMembers(part["option"]) ? part["option"] : part);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function nested(part: Members, counterpart: Counterpart | undefined): Members {
  // A part of `media` holds its option beside the condition.
  const { option } = part;
  if (isMembers(option)) return { ...part, option: honoured(option, counterpart) };
  return honoured(part, counterpart);
}

function mapSeries(series: unknown, counterpart: Counterpart): unknown {
  const list = Array.isArray(series) ? series : [series];
  if (!list.some((one) => isMembers(one) && ("triggerEvent" in one || "silent" in one))) return series;
  const merged = list.map((one: unknown, at) => {
    if (!isMembers(one) || !("triggerEvent" in one || "silent" in one)) return one;
    return withTold(one, counterpart(one, at));
  });
  return Array.isArray(series) ? merged : merged[0];
}

function withTold(series: Members, before: Members | undefined): Members {
  const old = before?.[TOLD];
  const told: Told = {
    ...(isMembers(old) ? old : { silent: before?.["silent"] }),
    ...("silent" in series ? { silent: series["silent"] } : {}),
    ...("triggerEvent" in series ? { triggerEvent: series["triggerEvent"] } : {}),
  };
  return { ...series, [TOLD]: told, silent: told.silent === true || told.triggerEvent === false };
}

/** The library takes events from items only while they have a tooltip. */
function withPressableItems(timeline: Members): Members {
  const shown = (part: Members): Members =>
    "tooltip" in part && !part["tooltip"] ? { ...part, tooltip: { show: false } } : part;
  const { data } = timeline;
  return {
    ...shown(timeline),
    ...(Array.isArray(data) ? { data: data.map((item: unknown) => (isMembers(item) ? shown(item) : item)) } : {}),
  };
}

function mapMany(value: unknown, change: (part: Members) => Members): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => (isMembers(part) ? change(part) : part));
  return isMembers(value) ? change(value) : value;
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}
