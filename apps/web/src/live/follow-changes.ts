import { serverFetch } from "../api/server-fetch.ts";

/** An object that is new, another or gone. */
interface Change {
  readonly resource: string;
  readonly name: string;
}

export interface ChangeListener {
  /** Changes may have been missed: everything is to be looked at again. */
  onGap(): void;
  onChange(change: Change): void;
}

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;
/** The server says something every quarter of a minute. */
const SILENCE_MS = 40_000;
const NAME = "vedette-changes";

/**
 * Tells what changes on the server until the signal ends it. Of all tabs of a browser one is connected and tells the
 * others: a browser has six connections to a server, and the panels need them.
 */
export function followChanges(listener: ChangeListener, signal: AbortSignal): void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }: MessageEvent<Change | "gap">) => tell(listener, data);
  signal.addEventListener("abort", () => channel.close(), { once: true });
  const follow = () =>
    listenForEver((news) => {
      if (signal.aborted) return;
      tell(listener, news);
      channel.postMessage(news);
    }, signal);
  // Since the page was loaded nobody has listened for it.
  listener.onGap();
  // Without a secure connection there are no locks: then only what is looked at is followed.
  if (navigator.locks === undefined) void whileVisible(follow, signal);
  else navigator.locks.request(NAME, { signal }, follow).catch(() => undefined);
}

function tell(listener: ChangeListener, news: Change | "gap"): void {
  if (news === "gap") listener.onGap();
  else listener.onChange(news);
}

async function whileVisible(follow: () => Promise<void>, signal: AbortSignal): Promise<void> {
  if (document.visibilityState !== "visible") {
    await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true, signal }));
  }
  await follow();
}

async function listenForEver(say: (news: Change | "gap") => void, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      await listenOnce(say, signal, () => {
        pauseMs = FIRST_PAUSE_MS;
      });
    } catch {
      // The server is away, or nobody is signed in any more: both may be over later.
    }
    await pause(pauseMs * (0.5 + Math.random() / 2), signal);
    pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  }
}

async function listenOnce(
  say: (news: Change | "gap") => void,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const silence = new AbortController();
  const ended = AbortSignal.any([signal, silence.signal]);
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const answer = await serverFetch("/api/changes", { credentials: "same-origin", signal: ended });
    if (!answer.ok || answer.body === null) return;
    onConnected();
    say("gap");
    for await (const line of linesOf(answer.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const change: Partial<Change> = JSON.parse(line);
      if (change.resource !== undefined && change.name !== undefined) {
        say({ resource: change.resource, name: change.name });
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter((line) => line !== "");
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
