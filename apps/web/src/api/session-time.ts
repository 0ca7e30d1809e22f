import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

/** So long before its end people are told of it. @see WCAG 2.2, 2.2.1 */
export const WARNING_MS = 120_000;
/** Somebody may shorten sessions while a page is open. */
const ASK_AT_LEAST_MS = 3_600_000;
/** Somebody may go on in another tab. */
const ASK_NEAR_END_MS = 10_000;

/** When the session ends for good. */
export interface SessionTime {
  /** By this machine's clock; `undefined` for never. */
  readonly endsAt: number | undefined;
  /** Whether staying puts the end off. */
  readonly isPutOff: boolean;
}

const PATH = "/api/login/session";

export const sessionTimeQuery = queryOptions({
  queryKey: ["session-time"],
  queryFn: ({ signal }) => sessionTime("GET", signal),
  staleTime: ASK_AT_LEAST_MS,
  refetchInterval: ({ state }) => nextAskMs(state.data, Date.now()),
  refetchIntervalInBackground: true,
});

/** Uses the session now, so that it goes on. */
export function staySignedIn(): Promise<SessionTime> {
  return sessionTime("POST");
}

/** How long until the end is asked for again; `false` for never. */
export function nextAskMs(time: SessionTime | undefined, now: number): number | false {
  if (time?.endsAt === undefined || time.endsAt <= now) return false;
  const left = time.endsAt - now;
  return left <= WARNING_MS ? Math.min(left, ASK_NEAR_END_MS) : Math.min(left - WARNING_MS, ASK_AT_LEAST_MS);
}

async function sessionTime(method: "GET" | "POST", signal?: AbortSignal): Promise<SessionTime> {
  const body = method === "POST" ? { body: {} } : {};
  const { seconds, isPutOff } = await request<{ readonly seconds: number | null; readonly isPutOff: boolean }>(PATH, {
    method,
    ...body,
    signal,
    like: { isPutOff: true },
    signedOut: "throw",
  });
  return { endsAt: seconds === null ? undefined : Date.now() + seconds * 1000, isPutOff };
}
