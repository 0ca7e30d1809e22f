import { useQuery, useQueryClient } from "@tanstack/react-query";
import { playedIntervalMs } from "@vedette/client/playlist-interval";
import { useCallback, useEffect, useMemo, useState } from "react";
import { loadRound, type Round, type Stop, stopsAt } from "./expand-playlist.ts";
import { firstTurn, type Turn, turnAfterPause, turnAmong, turnByHand, turnByTime, turnTo } from "./turn.ts";
import { askOrRefused, forgetOthers, WALL_REFRESH_MS } from "./wall-queries.ts";

/** How often an empty or unreachable playlist is asked for again. */
const RETRY_MS = 10_000;
const DEFAULT_INTERVAL_MS = 60_000;
/** A schedule begins and ends by the minute, and is late by no more than this. */
const CLOCK_MS = 5000;
/** A timer for longer, such as the 30 days of `1M`, would go off at once. */
export const LONGEST_WAIT_MS = 2 ** 31 - 1;
const NO_STOPS: readonly Stop[] = [];

export interface Rotation {
  /** With the stops that have their turn at this time of day. */
  readonly round: Round | undefined;
  /** The playlist has something to show, and nothing of it now. */
  readonly isResting: boolean;
  readonly turn: Turn;
  /** Of this dashboard, or of one page of it. */
  readonly intervalMs: number;
  readonly isPaused: boolean;
  /** Somebody paused it by hand. */
  readonly isHeld: boolean;
  /** Nothing but somebody's hand changes what is shown. */
  readonly isStill: boolean;
  /** There is no such playlist, or none that this screen may see. */
  readonly isRefused: boolean;
  readonly error: Error | null;
  go(step: 1 | -1): void;
  pause(isPaused: boolean): void;
}

export interface RotationWishes {
  /** The dashboard to stay at; without effect while the playlist does not have it. */
  readonly pinned: string | undefined;
  /** Of the dashboard that is seen; it stays for all of them. */
  readonly pages: number;
  /** What is seen is a card that says why a dashboard cannot be shown: it has a time of its own, however long a turn is. */
  readonly hasFailed: boolean;
}

/** Turns through a playlist. What it holds is asked for again all the while; losing the server changes nothing. */
export function useRotation(name: string, { pinned, pages, hasFailed }: RotationWishes): Rotation {
  const { data: told, error } = useQuery({
    queryKey: ["wall", name],
    queryFn: ({ signal }) => askOrRefused(() => loadRound(name, signal)),
    refetchInterval: ({ state: { data } }) =>
      data?.kind === "there" && data.thing.stops.length > 0 ? WALL_REFRESH_MS : RETRY_MS,
    refetchIntervalInBackground: true,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const whole = told?.kind === "there" ? told.thing : undefined;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (told !== undefined) forgetOthers(queryClient, new Set(whole?.stops.map(({ uid }) => uid)));
  }, [queryClient, told, whole]);
  const round = useRoundNow(whole);
  const stops = round?.stops ?? NO_STOPS;
  const [turn, setTurn] = useTurnAmong(stops);
  const [pausedAt, setPausedAt] = useState<number>();
  const isPausedByHand = pausedAt !== undefined;
  const count = stops.length;
  const pinnedAt = stops.findIndex(({ uid }) => uid === pinned);
  const isPaused = isPausedByHand || pinnedAt >= 0;
  const own = stops[turn.index % Math.max(count, 1)]?.interval;
  const stay = playedIntervalMs(own ?? "") ?? playedIntervalMs(round?.interval ?? "") ?? DEFAULT_INTERVAL_MS;

  useEffect(() => {
    if (isPaused || hasFailed || count < 2) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const whole = stay * pages;
    const waitOn = (): void => {
      const wait = Math.max(0, turn.dueAt + whole - performance.now());
      const goOn = () => setTurn((now) => turnByTime(now, count, whole, performance.now()));
      timer = setTimeout(wait > LONGEST_WAIT_MS ? waitOn : goOn, Math.min(wait, LONGEST_WAIT_MS));
    };
    waitOn();
    return () => clearTimeout(timer);
  }, [turn, count, stay, pages, isPaused, hasFailed, setTurn]);

  useEffect(() => {
    if (pinnedAt >= 0 && turn.index !== pinnedAt) setTurn((now) => turnTo(now, pinnedAt, performance.now()));
  }, [pinnedAt, turn.index, setTurn]);

  const go = useCallback(
    (step: 1 | -1) => setTurn((now) => turnByHand(now, count, step, performance.now())),
    [count, setTurn],
  );
  const pause = useCallback(
    (isPaused: boolean): void => {
      const now = performance.now();
      setPausedAt(isPaused ? (pausedAt ?? now) : undefined);
      if (!isPaused && pausedAt !== undefined) setTurn((turn) => turnAfterPause(turn, pausedAt, now));
    },
    [pausedAt, setTurn],
  );
  return {
    round,
    isResting: count === 0 && (whole?.stops.length ?? 0) > 0,
    turn: { ...turn, index: turn.index % Math.max(count, 1) },
    intervalMs: stay,
    isPaused,
    isHeld: isPausedByHand,
    isStill: count < 2 || pinnedAt >= 0,
    isRefused: told?.kind === "refused",
    error,
    go,
    pause,
  };
}

/** The round without what its schedule keeps for other times. */
function useRoundNow(whole: Round | undefined): Round | undefined {
  const [minute, setMinute] = useState(minuteNow);
  useEffect(() => {
    const timer = setInterval(() => setMinute(minuteNow()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return useMemo(
    () => (whole === undefined ? undefined : { ...whole, stops: stopsAt(whole, new Date(minute * 60_000)) }),
    [whole, minute],
  );
}

function minuteNow(): number {
  return Math.floor(Date.now() / 60_000);
}

/** The turn, which stays at its dashboard when others come and go around it. */
function useTurnAmong(stops: readonly Stop[]) {
  const [turn, setTurn] = useState(() => firstTurn(performance.now()));
  const [known, setKnown] = useState(stops);
  if (known === stops) return [turn, setTurn] as const;
  const moved = turnAmong(turn, { before: known, after: stops, now: performance.now() });
  setKnown(stops);
  setTurn(moved);
  return [moved, setTurn] as const;
}
