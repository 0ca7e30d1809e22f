import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { newestQuery, withValues } from "../frame/newest-query.ts";
import { type ExploredSide, SHOWN } from "./explore-document.ts";

/** More lines than these are no question any more. */
export const MOST_QUERIES = 10;

/** What the address asks for on each side; the second one's parameters have a 2 behind their names. */
export interface Explored {
  /** One, or two. */
  readonly sides: readonly ExploredSide[];
  readonly change: (side: number, change: Partial<ExploredSide>) => void;
  /** A second side that begins with what the first one asks, with the last changes to it. */
  readonly split: (change: Partial<ExploredSide>) => void;
  readonly close: (side: number) => void;
}

const SUFFIXES = ["", "2"] as const;

export function useExplored(): Explored {
  const [query, setQuery] = useSearchParams();
  const text = query.toString();
  const sides = useMemo(() => sidesOf(new URLSearchParams(text)), [text]);
  const set = (next: readonly ExploredSide[]) => setQuery(withValues(newestQuery(), parametersOf(next)));
  const newest = () => sidesOf(newestQuery());
  return {
    sides,
    change: (side, change) => set(newest().map((one, at) => (at === side ? { ...one, ...change } : one))),
    split: (change) =>
      set(
        newest()
          .slice(0, 1)
          .flatMap((one) => Array.from(SUFFIXES, () => ({ ...one, ...change }))),
      ),
    close: (side) => set(newest().toSpliced(side, 1)),
  };
}

function sidesOf(query: URLSearchParams): readonly ExploredSide[] {
  const asked = query.has("split") ? SUFFIXES : SUFFIXES.slice(0, 1);
  return asked.map((suffix) => ({
    expressions: query.getAll(`expr${suffix}`).slice(0, MOST_QUERIES),
    source: query.get(`source${suffix}`) ?? "",
    shown: SHOWN.find((known) => known === query.get(`show${suffix}`)) ?? "both",
  }));
}

function parametersOf(sides: readonly ExploredSide[]): Record<string, readonly string[]> {
  const ofSides = SUFFIXES.flatMap((suffix, at) => {
    const { expressions = [], source = "", shown = "both" } = sides[at] ?? {};
    return [
      [`expr${suffix}`, expressions],
      [`source${suffix}`, source === "" ? [] : [source]],
      [`show${suffix}`, shown === "both" ? [] : [shown]],
    ] as const;
  });
  return { ...Object.fromEntries(ofSides), split: sides.length > 1 ? [""] : [] };
}
