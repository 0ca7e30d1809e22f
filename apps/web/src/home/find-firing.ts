import { type AskedBoard, askedBoard, type BoardToAsk, loadFrames } from "../dashboard/data/asked-board.ts";
import type { Panel } from "../dashboard/model/dashboard-document.ts";
import { type CriticalValue, criticalValues, mayBeCritical } from "../dashboard/model/field/critical.ts";
import { rangeOf } from "../dashboard/model/field/display-value.ts";
import { absoluteSteps } from "../dashboard/model/field/thresholds.ts";
import { type ValueFormat, valueLine } from "../dashboard/model/field/value-text.ts";
import { layoutDashboard, type PlacedPanel } from "../dashboard/model/layout.ts";
import { repeatedValues } from "../dashboard/model/variable/variable-value.ts";
import { scopeOfCopy, titleIn } from "../dashboard/panel/panel-scope.ts";

/** Panels of one dashboard that are looked at, and how many questions all of them together may cost. */
const MOST_PANELS = 12;
const MOST_QUESTIONS = 60;
/** Pixels of a panel nobody sees: the steps of its questions are as on a page of usual width. */
const WIDTH = 600;

/** A panel with a value beyond its critical threshold. */
interface Firing {
  readonly uid: string;
  readonly dashboard: string;
  /** In the dashboard, as the page's address names it. */
  readonly panel: string;
  readonly title: string;
  /** Of the first such value: the series, unless the panel has only one. */
  readonly series: string;
  readonly value: string;
  readonly threshold: string;
  /** How many more of its values are there. */
  readonly others: number;
}

export interface FiringAnswer {
  readonly firing: readonly Firing[];
  /** Panels whose values were compared. */
  readonly compared: number;
  /** Panels that could not be asked, or were too many. */
  readonly left: number;
}

interface ToCompare extends Pick<BoardToAsk, "sources" | "ask" | "now"> {
  readonly boards: readonly { readonly uid: string; readonly document: unknown }[];
}

/** Asks the panels that have critical thresholds, as their pages would, and finds those beyond them. */
export async function findFiring({ boards, ask, ...common }: ToCompare): Promise<FiringAnswer> {
  const limited = askSome(ask);
  const found = await Promise.all(
    boards.map(({ uid, document }) => ofBoard(uid, { document, ask: limited, ...common }).catch(() => NOTHING)),
  );
  return found.reduce(
    (all, one) => ({
      firing: [...all.firing, ...one.firing],
      compared: all.compared + one.compared,
      left: all.left + one.left,
    }),
    NOTHING,
  );
}

const NOTHING: FiringAnswer = { firing: [], compared: 0, left: 0 };

function askSome(ask: BoardToAsk["ask"]): BoardToAsk["ask"] {
  let asked = 0;
  return async (call) => {
    asked += 1;
    if (asked > MOST_QUESTIONS) throw new Error("More questions than Home asks.");
    return ask(call);
  };
}

async function ofBoard(uid: string, wanted: BoardToAsk): Promise<FiringAnswer> {
  const board = await askedBoard(wanted);
  const { items } = layoutDashboard(board.dashboard.panels, {
    valuesOf: (name) => repeatedValues(board.scope.variables.get(name)),
  });
  const watched = items.filter((item) => item.kind === "panel").filter(({ panel }) => hasCriticalStep(panel));
  const looked = await Promise.all(watched.slice(0, MOST_PANELS).map((placed) => ofPanel(uid, placed, board)));
  const compared = looked.filter((one) => one !== undefined);
  return { firing: compared.flat(), compared: compared.length, left: watched.length - compared.length };
}

/** What an override changes is known with its field: such a panel is asked. */
function hasCriticalStep({ type, fieldConfig: { defaults, overrides } }: Panel): boolean {
  return (
    mayBeCritical(defaults, type) || overrides.some(({ properties }) => properties.some(({ id }) => MARKS.has(id)))
  );
}

/** Settings that decide whether a value is critical. */
const MARKS: ReadonlySet<string> = new Set(["thresholds", "color", "custom.thresholdsStyle"]);

/** @returns one or none; `undefined` when nobody answered */
async function ofPanel(uid: string, placed: PlacedPanel, board: AskedBoard): Promise<readonly Firing[] | undefined> {
  const { panel, key } = placed;
  const scope = scopeOfCopy(board.scope, placed.scoped);
  const { frames, failure } = await loadFrames(panel, board, { scope, width: WIDTH });
  if (failure !== undefined) return undefined;
  const critical = criticalValues(frames, panel.type);
  const [first] = critical;
  if (first === undefined) return [];
  const isOneOfMany = frames.flatMap(({ fields }) => fields.filter(({ type }) => type === "number")).length > 1;
  return [
    {
      uid,
      dashboard: board.dashboard.title,
      panel: key,
      title: titleIn(panel.title, scope),
      series: isOneOfMany ? first.field.displayName : "",
      ...inWords(first),
      others: critical.length - 1,
    },
  ];
}

/** The value, and the end of the red step that it has passed. */
function inWords({ field, value, step }: CriticalValue): Pick<Firing, "value" | "threshold"> {
  const { unit, decimals, thresholds } = field.settings;
  const format: ValueFormat = { unit, decimals };
  const steps = thresholds === undefined ? [] : absoluteSteps(thresholds, rangeOf(field));
  const at = thresholds?.steps.indexOf(step) ?? -1;
  const from = steps[at]?.from ?? Number.NEGATIVE_INFINITY;
  const above = steps[at + 1]?.from ?? 0;
  const threshold = Number.isFinite(from) ? `≥ ${valueLine(from, format)}` : `< ${valueLine(above, format)}`;
  return { value: valueLine(value, format), threshold };
}
