import { useCallback, useState } from "react";
import { clockText } from "../dashboard/model/time/time-text.ts";
import type { Round } from "./expand-playlist.ts";

interface Failure {
  readonly reason: string;
  /** Milliseconds since 1970 of its first turn. */
  readonly since: number;
}

/** What is wrong with dashboards of a playlist. */
export interface Failures {
  /** The one that is seen cannot be shown. */
  readonly hasFailed: boolean;
  /** Says why the one that is seen cannot be shown; empty when it can, nothing while that is not known. */
  readonly tell: (uid: string, reason: string | undefined) => void;
  /** Of all that a round still has, for people who are elsewhere; empty when nothing is wrong. */
  readonly failuresOf: (round: Round | undefined) => string;
}

/** Remembers what went wrong in earlier turns: a card that was passed over is gone after ten seconds, its cause is not. */
export function useFailures(): Failures {
  const [hasFailed, setFailed] = useState(false);
  const [failures, setFailures] = useState<ReadonlyMap<string, Failure>>(new Map());
  const tell = useCallback((uid: string, reason: string | undefined) => {
    setFailed((reason ?? "") !== "");
    if (reason !== undefined) setFailures((known) => withReason(known, uid, reason));
  }, []);
  const failuresOf = (round: Round | undefined) => {
    const uids = new Set(round?.stops.map(({ uid }) => uid));
    return [...failures]
      .filter(([uid]) => uids.has(uid))
      .map(([uid, { reason, since }]) => `${uid}: ${reason} (${clockText(new Date(since))})`)
      .join(" · ");
  };
  return { hasFailed, tell, failuresOf };
}

function withReason(known: ReadonlyMap<string, Failure>, uid: string, reason: string): ReadonlyMap<string, Failure> {
  if ((known.get(uid)?.reason ?? "") === reason) return known;
  const next = new Map(known);
  if (reason === "") next.delete(uid);
  else next.set(uid, { reason, since: Date.now() });
  return next;
}
