import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { request } from "../api/request.ts";
import { dateOf, momentAgo } from "../dashboard/model/time/moment.ts";
import { pingPause } from "./ping-pause.ts";

/** How long the server has to answer. */
const DEADLINE_MS = 15_000;

interface Health {
  readonly version: string;
}

export interface Connection {
  /** When the server answered last; `undefined` while it does. */
  readonly lostSince: Date | undefined;
  /** The server answers, but does not know this screen any more. */
  readonly isSignedOut: boolean;
  /** The server was replaced by another version since this page was loaded. */
  readonly isOutdated: boolean;
}

/** Watches the server without ever showing a sign-in page. */
export function useConnection(): Connection {
  const failures = useRef(0);
  const { data, error } = useQuery({
    queryKey: ["wall", "connection"],
    queryFn: async ({ signal }) => {
      const answer = await ask(signal).catch((failure: unknown) => {
        failures.current += 1;
        throw failure;
      });
      failures.current = 0;
      return answer;
    },
    refetchInterval: () => pingPause(failures.current),
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
    networkMode: "always",
  });
  const [loaded, setLoaded] = useState<string>();
  const [startedAt] = useState(() => momentAgo(0));

  useEffect(() => {
    setLoaded((version) => version ?? data?.version);
  }, [data?.version]);

  const lostSince = error === null ? undefined : new Date(dateOf(data?.at ?? startedAt) ?? Date.now());
  const isOutdated = loaded !== undefined && data !== undefined && data.version !== loaded;
  return { lostSince, isOutdated, isSignedOut: data?.isSignedOut === true };
}

async function ask(signal: AbortSignal) {
  const isSignedOut = await hasLostSession(signal);
  const { version } = await request<Health>("/api/health", { signal, deadlineMs: DEADLINE_MS, signedOut: "throw" });
  return { version, isSignedOut, at: momentAgo(0) };
}

async function hasLostSession(signal: AbortSignal): Promise<boolean> {
  try {
    await request("/api/login/ping", { signal, deadlineMs: DEADLINE_MS, signedOut: "throw" });
    return false;
  } catch (error) {
    return error instanceof ApiError && error.status === 401;
  }
}
