import type { Stop } from "./expand-playlist.ts";
import type { Turn } from "./turn.ts";

/** One dashboard of a wall, mounted. The key follows the turn, so that the next one is never drawn twice. */
export interface Stage {
  readonly key: number;
  readonly stop: Stop;
  readonly isShown: boolean;
}

type Place = Pick<Turn, "number" | "index">;

/**
 * The dashboard of this turn, and the next one behind it. A change shows first what stands ready, and nothing else: the
 * one before goes, and the one after comes, once the change has been seen. So it is a cut of one frame.
 *
 * @param settled - the turn whose stages are mounted already
 */
export function stagesOf(stops: readonly Stop[], turn: Place, settled: Place): Stage[] {
  const mounted = stagesFrom(stops, settled, turn.number);
  const isReady = mounted.some(({ key, stop }) => key === turn.number && stop === stops[turn.index]);
  return isReady ? mounted : stagesFrom(stops, turn, turn.number);
}

function stagesFrom(stops: readonly Stop[], { number, index }: Place, shown: number): Stage[] {
  return [0, 1].flatMap((ahead) => {
    const stop = stops[(index + ahead) % Math.max(stops.length, 1)];
    if (stop === undefined || ahead >= stops.length) return [];
    const key = number + ahead;
    return [{ key, stop, isShown: key === shown }];
  });
}
