import type { GridPos, Panel } from "../dashboard-document.ts";
import { GRID_COLUMNS } from "../read-panel.ts";
import type { VariableOption } from "../variable/variable-option.ts";

/** The variables that stand for one value within a copy. */
export type Scoped = ReadonlyMap<string, VariableOption>;

/** A panel, or a copy of it, with its place within its section. */
export interface PlacedCopy {
  /** Unique in the dashboard, and the same as long as the value is. */
  readonly key: string;
  readonly panel: Panel;
  readonly pos: GridPos;
  readonly scoped: Scoped;
}

/** The values that are chosen for a variable; `undefined` when there is none of the name. */
export type ValuesOf = (variable: string) => readonly VariableOption[] | undefined;

/** Makes a copy of each repeated panel for every chosen value and pushes down what stood below. */
export function repeatPanels(copies: readonly PlacedCopy[], valuesOf: ValuesOf): PlacedCopy[] {
  let placed = [...copies];
  for (const copy of copies) {
    const { repeat } = copy.panel;
    const values = repeat === undefined ? [] : (valuesOf(repeat.variable) ?? []);
    if (repeat === undefined || values.length === 0) continue;
    const current = placed.find(({ key }) => key === copy.key) ?? copy;
    const repeated = values.map((value, at) => copyOf(current, value, at === 0));
    const spread = repeat.direction === "v" ? below(repeated) : sideBySide(repeated, repeat.maxPerRow);
    const end = spread.reduce((lowest, { pos }) => Math.max(lowest, pos.y + pos.h), 0);
    placed = makeRoom(placed, current, end - (current.pos.y + current.pos.h));
    placed = placed.flatMap((one) => (one.key === current.key ? spread : [one]));
  }
  return placed;
}

function copyOf(copy: PlacedCopy, value: VariableOption, isFirst: boolean): PlacedCopy {
  const name = copy.panel.repeat?.variable ?? "";
  return {
    ...copy,
    key: isFirst ? copy.key : `${copy.key}:${value.value}`,
    scoped: new Map([...copy.scoped, [name, value]]),
  };
}

/** They share the width of the page, as many in a line as the panel allows. */
function sideBySide(copies: readonly PlacedCopy[], maxPerRow: number): PlacedCopy[] {
  const perLine = Math.min(copies.length, maxPerRow);
  const w = Math.max(1, Math.floor(GRID_COLUMNS / perLine));
  return copies.map((copy, at) => ({
    ...copy,
    pos: { ...copy.pos, w, x: (at % perLine) * w, y: copy.pos.y + Math.floor(at / perLine) * copy.pos.h },
  }));
}

function below(copies: readonly PlacedCopy[]): PlacedCopy[] {
  return copies.map((copy, at) => ({ ...copy, pos: { ...copy.pos, y: copy.pos.y + at * copy.pos.h } }));
}

function makeRoom(copies: readonly PlacedCopy[], { pos }: PlacedCopy, extra: number): PlacedCopy[] {
  if (extra <= 0) return [...copies];
  return copies.map((copy) =>
    copy.pos.y >= pos.y + pos.h ? { ...copy, pos: { ...copy.pos, y: copy.pos.y + extra } } : copy,
  );
}
