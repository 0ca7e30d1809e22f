import type { PageMemory, PageTally } from "./watched-page.ts";

/** One look at the page of one screen. */
export interface SoakSample extends PageMemory {
  readonly switches: number;
}

export interface SoakScreen {
  readonly name: string;
  readonly tally: PageTally;
  readonly browsers: number;
  readonly samples: readonly SoakSample[];
}

export interface Soak {
  readonly minutes: number;
  readonly intervalSeconds: number;
  readonly screens: readonly SoakScreen[];
  /** Server restarts after which every screen went on by itself. */
  readonly restartsSurvived: number;
  readonly restarts: number;
  readonly silentMinutes: number;
  /** Changes of both screens while the network was silent. */
  readonly silentSwitches: number;
  /** The network came back, and every screen went on. */
  readonly cutSurvived: boolean;
}

/** The figures of the contract. */
const WANTED = {
  hours: 24,
  intervalSeconds: 10,
  restarts: 3,
  cutMinutes: 10,
  heapMegabytes: 10,
  nodePart: 0.15,
  gapSeconds: 60,
};

/** A page that has just begun still grows: caches fill, code is compiled. */
const WARM_PART = 0.1;
/** One look may come in the middle of a change. */
const MEDIAN_OF = 5;

/** One line for each figure: what was wanted, what was seen, and whether that holds. */
export function verdictOf(soak: Soak): string[] {
  const { minutes, intervalSeconds, screens } = soak;
  const switches = sum(screens.map(({ tally }) => tally.switches));
  const dueHours = (switches * WANTED.intervalSeconds) / screens.length / 3600;
  return [
    `${minutes >= WANTED.hours * 60 ? "holds" : "not shown"}\t${WANTED.hours} h: ran ${minutes} minutes at ${intervalSeconds} s; ` +
      `its ${switches} switches are those of ${dueHours.toFixed(1)} h at ${WANTED.intervalSeconds} s`,
    ...screens.flatMap((screen) => linesOf(screen, intervalSeconds)),
    judged(
      soak.restartsSurvived === soak.restarts && soak.restarts >= WANTED.restarts,
      `${WANTED.restarts} server restarts: went on by itself after ${soak.restartsSurvived} of ${soak.restarts}`,
    ),
    judged(
      soak.cutSurvived && soak.silentMinutes >= WANTED.cutMinutes,
      `${WANTED.cutMinutes} min network cut: ${soak.silentMinutes} minutes silent, ${soak.silentSwitches} switches meanwhile, ` +
        `${soak.cutSurvived ? "went on" : "did not go on"} afterwards`,
    ),
  ];
}

function linesOf({ name, tally, browsers, samples }: SoakScreen, intervalSeconds: number): string[] {
  const warm = samples.slice(Math.ceil(samples.length * WARM_PART));
  const heaps = warm.map(({ heapMegabytes, embedderMegabytes }) => heapMegabytes + embedderMegabytes);
  const nodes = warm.map((one) => one.nodes);
  const [heapFrom, heapTo] = ends(heaps);
  const [nodesFrom, nodesTo] = ends(nodes);
  const nodePart = nodesFrom === 0 ? 0 : nodesTo / nodesFrom - 1;
  const perThousand = 1000 * slope(warm.map((one, at) => ({ x: one.switches, y: heaps[at] ?? 0 })));
  const due = Math.round((tally.lastSwitchAt - tally.firstSwitchAt) / 1000 / intervalSeconds) + 1;
  const gapSeconds = tally.longestFrameGapMs / 1000;
  return [
    judged(
      heapTo - heapFrom < WANTED.heapMegabytes,
      `${name}: heap growth below ${WANTED.heapMegabytes} MB: ${heapFrom.toFixed(1)} to ${heapTo.toFixed(1)} MB, ` +
        `${perThousand.toFixed(2)} MB per 1,000 switches`,
    ),
    judged(
      Math.abs(nodePart) < WANTED.nodePart,
      `${name}: DOM nodes within ${100 * WANTED.nodePart} %: ${nodesFrom} to ${nodesTo} (${(100 * nodePart).toFixed(1)} %)`,
    ),
    judged(
      gapSeconds < WANTED.gapSeconds,
      `${name}: a frame at least every ${WANTED.gapSeconds} s: longest ${gapSeconds.toFixed(1)} s without one; ` +
        `${tally.loads} load(s) of the page, ${browsers} browser(s)`,
    ),
    judged(
      // The first or the last may be late.
      tally.switches >= due - 1 && tally.strayed === 0,
      `${name}: switched ${tally.switches} times, due were ${due}; ${tally.strayed} out of order`,
    ),
  ];
}

const judged = (holds: boolean, text: string): string => `${holds ? "holds" : "MISSED"}\t${text}`;

/** The middle of the first looks, and of the last. */
function ends(values: readonly number[]): [number, number] {
  return [median(values.slice(0, MEDIAN_OF)), median(values.slice(-MEDIAN_OF))];
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

/** Of the line that lies nearest to all points. */
function slope(points: readonly { readonly x: number; readonly y: number }[]): number {
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))];
  const spread = sum(points.map(({ x }) => (x - meanX) ** 2));
  return spread === 0 ? 0 : sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread;
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const mean = (values: readonly number[]): number => sum(values) / Math.max(values.length, 1);
