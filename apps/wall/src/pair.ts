import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { renderSVG } from "uqr";
import { BackOff } from "./back-off.ts";
import { messages } from "./messages.ts";
import { type BegunPairing, ServerAway, type ServerCalls } from "./server-calls.ts";
import type { Stage } from "./stage.ts";
import type { KeptPairing } from "./wall-key-file.ts";

const POLL_MS = 2000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const REFUSED_WAIT_MS = 30_000;

export interface PairOptions {
  readonly server: string;
  /** The playlist that was asked for at the terminal. */
  readonly wish: string;
  /** It was paired, and the server does not know it any more. */
  readonly wasPaired: boolean;
  readonly calls: ServerCalls;
  readonly stage: Stage;
  readonly tell: (line: string) => void;
  /** Before each wait: for the code to be typed, for the server, or for it to allow a pairing. */
  readonly onWait: () => void;
  readonly signal: AbortSignal;
}

/** Shows codes until somebody has typed one. @returns `undefined` when the signal came before */
export async function pair(options: PairOptions): Promise<KeptPairing | undefined> {
  const { server, wish, calls, stage, tell, onWait, signal } = options;
  const name = hostname().slice(0, 100);
  const backOff = new BackOff(FIRST_WAIT_MS, LONGEST_WAIT_MS);
  while (!signal.aborted) {
    try {
      const begun = await calls.beginPairing({ playlist: wish, name });
      backOff.reset();
      if (typeof begun === "string") {
        stage.notify({ title: messages.unpairable, text: begun, detail: messages.playlistAt(server, wish) });
        tell(`${server} says: ${begun}`);
        onWait();
        await wait(REFUSED_WAIT_MS, signal);
      } else {
        showCode(begun, options);
        if (await untilTyped(begun, options)) return { key: begun.key, playlist: "", name };
      }
    } catch (error) {
      if (!(error instanceof ServerAway)) throw error;
      if (signal.aborted) return undefined;
      stage.notify({ title: messages.silent, text: messages.unreached(server), detail: error.message });
      const waitMs = backOff.next();
      tell(`${server} does not answer (${error.message}); trying again in ${waitMs / 1000} s`);
      onWait();
      await wait(waitMs, signal);
    }
  }
  return undefined;
}

function showCode({ code, address }: BegunPairing, { stage, tell, wish, wasPaired }: PairOptions): void {
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
  stage.notify({
    title: wasPaired ? messages.unpaired : messages.pair,
    text: messages.pairAt(address),
    code: spaced,
    // The code is behind the #, which no server and no log sees. Around it readers need four modules of white.
    picture: renderSVG(`${address}#code=${code}`, { border: 4 }),
    detail: messages.playlist(wish),
  });
  tell(`pair this wall: type ${spaced} at ${address}`);
}

/** Asks on while the server is away: the code may have been typed meanwhile. @returns false when the code is too old */
async function untilTyped({ key }: BegunPairing, { calls, onWait, signal }: PairOptions): Promise<boolean> {
  const backOff = new BackOff(POLL_MS, LONGEST_WAIT_MS);
  while (!signal.aborted) {
    onWait();
    const state = await calls.pairingState(key).catch(undefinedWhileAway);
    if (state !== undefined && state !== "waiting") return state === "paired";
    if (state !== undefined) backOff.reset();
    await wait(backOff.next(), signal);
  }
  return false;
}

function undefinedWhileAway(error: unknown): undefined {
  if (error instanceof ServerAway) return undefined;
  throw error;
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
