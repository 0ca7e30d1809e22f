import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { intervalMs } from "../playlists/interval.ts";
import { loadRound, type Round } from "./expand-playlist.ts";
import { firstTurn, type Turn, turnByHand, turnByTime } from "./turn.ts";

/** How often an empty or unreachable playlist is asked for again. */
const RETRY_MS = 10_000;
const DEFAULT_INTERVAL_MS = 60_000;
/** A playlist that changes is noticed within this time, at the latest with the next turn. */
const REFRESH_MS = 30_000;

export interface Rotation {
  readonly round: Round | undefined;
  readonly turn: Turn;
  readonly intervalMs: number;
  readonly isPaused: boolean;
  readonly error: Error | null;
  go(step: 1 | -1): void;
  pause(isPaused: boolean): void;
}

/** Turns through a playlist. What it holds is asked for again all the while; losing the server changes nothing. */
export function useRotation(name: string): Rotation {
  const { data: round, error } = useQuery({
    queryKey: ["wall", name],
    queryFn: ({ signal }) => loadRound(name, signal),
    refetchInterval: ({ state }) => ((state.data?.stops.length ?? 0) === 0 ? RETRY_MS : REFRESH_MS),
    refetchIntervalInBackground: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const [turn, setTurn] = useState(() => firstTurn(performance.now()));
  const [isPaused, setPaused] = useState(false);
  const count = round?.stops.length ?? 0;
  const own = round?.stops[turn.index % Math.max(count, 1)]?.interval;
  const stay = intervalMs(own ?? "") ?? intervalMs(round?.interval ?? "") ?? DEFAULT_INTERVAL_MS;

  useEffect(() => {
    if (isPaused || count < 2) return undefined;
    const wait = Math.max(0, turn.dueAt + stay - performance.now());
    const timer = setTimeout(() => setTurn((now) => turnByTime(now, count, stay, performance.now())), wait);
    return () => clearTimeout(timer);
  }, [turn, count, stay, isPaused]);

  const go = useCallback((step: 1 | -1) => setTurn((now) => turnByHand(now, count, step, performance.now())), [count]);
  return {
    round,
    turn: { ...turn, index: turn.index % Math.max(count, 1) },
    intervalMs: stay,
    isPaused,
    error,
    go,
    pause: setPaused,
  };
}
