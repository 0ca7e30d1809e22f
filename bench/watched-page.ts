import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** What a page holds after two forced collections. */
export interface PageMemory {
  readonly heapMegabytes: number;
  /** Of the browser's own objects behind those of the script. */
  readonly embedderMegabytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What a wall's page has told of itself, through every load of it. */
export interface PageTally {
  loads: number;
  switches: number;
  /** To another dashboard than the next one. */
  strayed: number;
  readonly firstSwitchAt: number;
  readonly lastSwitchAt: number;
  readonly longestFrameGapMs: number;
  readonly longestFrameGapAt: number;
}

interface Told {
  readonly what: "frame" | "index";
  readonly at: number;
  readonly index?: number;
}

const BINDING = "soakTell";
const FRAME_MS = 250;
const LOOK_MS = 500;
const MEGABYTE = 1024 * 1024;

/** Tells of each dashboard, by the page's own mark, and of a frame four times a second. */
const TELLER = `(() => {
  if (globalThis.soakIsTold) return;
  globalThis.soakIsTold = true;
  const tell = (what, more) => globalThis.${BINDING}?.(JSON.stringify({ what, at: Date.now(), ...more }));
  const frame = () => requestAnimationFrame(() => { tell("frame"); setTimeout(frame, ${FRAME_MS}); });
  frame();
  let last;
  new MutationObserver(() => {
    const index = document.body?.dataset.playlistLength > 0 ? Number(document.body.dataset.playlistIndex) : undefined;
    if (index !== undefined && index !== last) tell("index", { index });
    last = index ?? last;
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-playlist-index", "data-playlist-length"] });
})()`;

/** A browser that opens a DevTools port of its own beside the player's pipe. @returns the `PATH` to find it in */
export function pathWithPort(folder: string, chromium: string): string {
  const file = join(folder, "chromium");
  writeFileSync(file, `#!/bin/sh\nexec ${chromium} --remote-debugging-port=0 "$@"\n`);
  chmodSync(file, 0o755);
  return `${folder}:${process.env["PATH"]}`;
}

/** Looks at the page of one screen from outside the player, also after its browser was started again. */
export class WatchedPage {
  /** How often a browser was found; one is as it should be. */
  browsers = 0;
  readonly tally = {
    loads: 0,
    switches: 0,
    strayed: 0,
    firstSwitchAt: 0,
    lastSwitchAt: 0,
    longestFrameGapMs: 0,
    longestFrameGapAt: 0,
  };
  readonly #profile: string;
  readonly #length: number;
  #socket: WebSocket | undefined;
  #session = "";
  #lastId = 0;
  #isClosed = false;
  #frameAt = 0;
  #index: number | undefined;
  readonly #waiting = new Map<number, (answer: Record<string, unknown>) => void>();

  /** @param length - of the playlist */
  constructor(profile: string, length: number) {
    this.#profile = profile;
    this.#length = length;
  }

  /** Until it is closed. */
  async follow(): Promise<void> {
    while (!this.#isClosed) {
      await this.#connect().catch(() => undefined);
      await pause(LOOK_MS);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  /** @returns nothing while there is no page */
  async memory(): Promise<PageMemory | undefined> {
    if (this.#socket?.readyState !== WebSocket.OPEN) return undefined;
    for (let times = 0; times < 2; times += 1) await this.#send("HeapProfiler.collectGarbage");
    const heap = await this.#send("Runtime.getHeapUsage");
    const counters = await this.#send("Memory.getDOMCounters");
    return {
      heapMegabytes: Number(heap["usedSize"]) / MEGABYTE,
      embedderMegabytes: Number(heap["embedderHeapUsedSize"] ?? 0) / MEGABYTE,
      nodes: Number(counters["nodes"]),
      listeners: Number(counters["jsEventListeners"]),
    };
  }

  async #connect(): Promise<void> {
    const [port = "", path = ""] = readFileSync(join(this.#profile, "DevToolsActivePort"), "utf8").split("\n");
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
    const closed = new Promise<void>((resolve) => socket.addEventListener("close", () => resolve(), { once: true }));
    socket.addEventListener("message", ({ data }) => this.#take(String(data)));
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve(), { once: true });
      socket.addEventListener("error", () => reject(new Error("There is no browser.")), { once: true });
    });
    this.#socket = socket;
    this.#session = "";
    this.browsers += 1;
    const { targetInfos } = (await this.#send("Target.getTargets")) as {
      readonly targetInfos: readonly { readonly targetId: string; readonly type: string }[];
    };
    const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
    const { sessionId } = await this.#send("Target.attachToTarget", { targetId, flatten: true });
    this.#session = String(sessionId);
    await this.#send("Page.enable");
    await this.#bind();
    await this.#send("Page.addScriptToEvaluateOnNewDocument", { source: TELLER });
    await this.#send("Runtime.evaluate", { expression: TELLER });
    await closed;
    for (const resolve of this.#waiting.values()) resolve({});
    this.#waiting.clear();
  }

  /** A page that comes from elsewhere may get another process, which knows nothing of what was bound in the one before. */
  async #bind(): Promise<void> {
    await this.#send("Runtime.addBinding", { name: BINDING });
  }

  #send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    this.#lastId += 1;
    const id = this.#lastId;
    const session = this.#session === "" ? {} : { sessionId: this.#session };
    this.#socket?.send(JSON.stringify({ id, method, params, ...session }));
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #take(text: string): void {
    const { id, method, params, result } = JSON.parse(text) as {
      readonly id?: number;
      readonly method?: string;
      readonly params?: {
        readonly name?: string;
        readonly payload?: string;
        readonly frame?: { readonly parentId?: string };
      };
      readonly result?: Record<string, unknown>;
    };
    if (id !== undefined) {
      this.#waiting.get(id)?.(result ?? {});
      this.#waiting.delete(id);
    } else if (method === "Page.frameNavigated" && params?.frame?.parentId === undefined) {
      this.tally.loads += 1;
      void this.#bind();
    } else if (method === "Runtime.bindingCalled" && params?.name === BINDING) {
      this.#hear(JSON.parse(params.payload ?? "{}"));
    }
  }

  #hear({ what, at, index }: Told): void {
    const { tally } = this;
    if (what === "frame") {
      const gap = this.#frameAt === 0 ? 0 : at - this.#frameAt;
      this.#frameAt = at;
      if (gap > tally.longestFrameGapMs) Object.assign(tally, { longestFrameGapMs: gap, longestFrameGapAt: at });
    }
    if (what !== "index" || index === undefined) return;
    if (this.#index !== undefined && index !== this.#index) {
      tally.switches += 1;
      if (index !== (this.#index + 1) % this.#length) tally.strayed += 1;
      tally.firstSwitchAt ||= at;
      tally.lastSwitchAt = at;
    }
    this.#index = index;
  }
}
