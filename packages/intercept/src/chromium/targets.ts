import type { RequestInitiator } from "../chain/resource-type.ts";
import type { Frames } from "./frames.ts";
import { ask, type CdpLink } from "./link.ts";
import type { CdpEvents, FetchPattern, RequestPaused, TargetInfo } from "./protocol.ts";

/** What is watched: one page with all that it starts, the whole browser, or one context of it. */
export type Scope =
  | { readonly kind: "page"; readonly sessionId: string | undefined }
  | { readonly kind: "browser" }
  | { readonly kind: "context"; readonly browserContextId: string };

interface Session {
  readonly id: string | undefined;
  readonly type: string;
  readonly targetId: string | undefined;
  readonly url?: string;
}

const INITIATOR_BY_TYPE: ReadonlyMap<string, RequestInitiator> = new Map([
  ["worker", "worker"],
  ["shared_worker", "sharedworker"],
  ["service_worker", "serviceworker"],
]);

/** The sessions of a page, a context or a browser: those of frames, popups and workers join by themselves. */
export class Targets {
  readonly #link: CdpLink;
  readonly #scope: Scope;
  readonly #frames: Frames;
  readonly #sessionById = new Map<string | undefined, Session>();
  /** Sessions whose interception is being switched on. */
  readonly #preparing = new Set<Promise<unknown>>();
  #patterns: readonly FetchPattern[] | undefined;
  #isNetworkOn = false;
  #isCacheOff = false;
  #isAttaching = false;
  #isBeginning = false;

  constructor(link: CdpLink, scope: Scope, frames: Frames) {
    this.#link = link;
    this.#scope = scope;
    this.#frames = frames;
    const root = scope.kind === "page" ? { id: scope.sessionId, type: "page" } : { id: undefined, type: "browser" };
    this.#sessionById.set(root.id, { ...root, targetId: undefined });
  }

  /** Puts patterns in force everywhere, and begins to watch on the first call. */
  async apply(patterns: readonly FetchPattern[]): Promise<void> {
    this.#patterns = patterns;
    const sessions = [...this.#sessionById.values()].filter((session) => this.#intercepts(session));
    await Promise.all(sessions.map((session) => this.#enable(session, patterns)));
    if (!this.#isAttaching) {
      this.#isAttaching = true;
      await this.#begin();
    }
    while (this.#preparing.size > 0) await Promise.all(this.#preparing);
  }

  /** Renderers answer nothing while a navigation is paused, so nobody waits for this. */
  enableNetwork(): void {
    if (this.#isNetworkOn) return;
    this.#isNetworkOn = true;
    for (const session of this.#sessionById.values()) this.#tellNetwork(session);
  }

  setCacheOff(isOff: boolean): void {
    if (this.#isCacheOff === isOff) return;
    this.#isCacheOff = isOff;
    for (const session of this.#sessionById.values()) this.#tellCache(session);
  }

  /**
   * Ends what `apply` began: a session that was given goes on without us, and frames and workers that it starts later
   * must not wait for somebody who has gone.
   */
  async leave(): Promise<void> {
    const sessionId = this.#scope.kind === "page" ? this.#scope.sessionId : undefined;
    const params = { autoAttach: false, waitForDebuggerOnStart: false, flatten: this.#link.isFlat };
    if (this.#isAttaching) await this.#link.send("Target.setAutoAttach", params, sessionId).catch(ignoreUnsupported);
    if (sessionId === undefined) return;
    await this.#link.send("Target.detachFromTarget", { sessionId }, undefined).catch(ignoreUnsupported);
  }

  attached({ sessionId, targetInfo }: CdpEvents["Target.attachedToTarget"]): void {
    const session = { id: sessionId, ...targetInfo };
    if (!this.#isInScope(targetInfo)) {
      this.#post("Runtime.runIfWaitingForDebugger", {}, sessionId);
      this.#post("Target.detachFromTarget", { sessionId }, undefined);
      return;
    }
    this.#sessionById.set(sessionId, session);
    this.#prepare(session);
    // Popups wait even where nobody asked them to and the event denies it (Chromium 156).
    this.#post("Runtime.runIfWaitingForDebugger", {}, sessionId);
  }

  /** @returns whether it was known */
  detached(sessionId: string): boolean {
    return this.#sessionById.delete(sessionId);
  }

  /**
   * Requests of dedicated workers are paused in their page's session, under its frame. They are known by the worker's own
   * session, which may tell of them a moment later, and by their referrer, which may be withheld.
   *
   * @param toldBy - the session that told of the request's start
   */
  initiatorOf(
    sessionId: string | undefined,
    { frameId, request }: RequestPaused,
    toldBy: string | undefined,
  ): RequestInitiator {
    const sessions = [...this.#sessionById.values()];
    const asker =
      (toldBy === undefined ? undefined : this.#sessionById.get(toldBy)) ??
      sessions.find(({ type, url }) => type === "worker" && url === request.headers["Referer"]) ??
      sessions.find(({ targetId }) => targetId !== undefined && targetId === frameId);
    const type = asker?.type ?? this.#sessionById.get(sessionId)?.type ?? "page";
    const isWorkerOfPage = frameId !== undefined && type === "page" && this.#frames.isForeign(frameId);
    return isWorkerOfPage ? "worker" : (INITIATOR_BY_TYPE.get(type) ?? "page");
  }

  /** A page's or worker's session; the browser's own has no cookies to ask for. */
  cookieSession(sessionId: string | undefined, frameId: string | undefined): string | undefined {
    const byFrame = [...this.#sessionById.values()].find(
      ({ targetId }) => targetId !== undefined && targetId === frameId,
    );
    const given = this.#sessionById.get(sessionId);
    if (byFrame !== undefined) return byFrame.id;
    if (given?.type !== "browser") return sessionId;
    return [...this.#sessionById.values()].find(({ type }) => type === "page")?.id;
  }

  /**
   * Asks for a frame's document when one that passes for empty makes requests: the event of its navigation can be lost
   * while the frame moves into a process of its own.
   */
  requestedBy(sessionId: string | undefined, frameId: string): void {
    if (!this.#frames.isBlank(frameId)) return;
    const session = this.#sessionById.get(this.cookieSession(sessionId, frameId));
    if (session !== undefined && session.type !== "browser") this.#learnFrames(session);
  }

  async #begin(): Promise<void> {
    for (const session of this.#sessionById.values()) if (session.type === "page") this.#learnFrames(session);
    this.#isBeginning = true;
    await this.#autoAttach(this.#scope.kind === "page" ? this.#scope.sessionId : undefined);
    this.#isBeginning = false;
  }

  async #autoAttach(sessionId: string | undefined): Promise<void> {
    const waitForDebuggerOnStart = this.#scope.kind !== "browser";
    const params = { autoAttach: true, waitForDebuggerOnStart, flatten: this.#link.isFlat };
    await this.#link.send("Target.setAutoAttach", params, sessionId).catch(ignoreUnsupported);
  }

  /** In this order, which a session keeps: interception first, then what may run. */
  #prepare(session: Session): void {
    // Beside the browser's own session existing documents need an empty list to ask again.
    const isNeeded = this.#intercepts(session) || this.#isBeginning;
    if (this.#patterns !== undefined && isNeeded) {
      const work = this.#enable(session, this.#intercepts(session) ? this.#patterns : []).finally(() =>
        this.#preparing.delete(work),
      );
      this.#preparing.add(work);
    }
    this.#autoAttach(session.id).catch(ignoreUnsupported);
    if (session.type === "page" || session.type === "iframe") this.#learnFrames(session);
    if (this.#isNetworkOn || session.type === "worker") this.#tellNetwork(session);
    if (this.#isCacheOff) this.#tellCache(session);
  }

  async #enable({ id, type }: Session, patterns: readonly FetchPattern[]): Promise<void> {
    // With an empty list the browser refuses to tell of challenges.
    const handleAuthRequests = patterns.length > 0;
    const sent = this.#link.send("Fetch.enable", { patterns, handleAuthRequests }, id);
    // Dedicated workers have no Fetch domain: their requests show at their page.
    await (type === "worker" || id !== undefined ? sent.catch(ignoreUnsupported) : sent);
  }

  #intercepts({ type }: Session): boolean {
    return this.#scope.kind === "browser" ? type === "browser" : type !== "browser";
  }

  #isInScope({ browserContextId }: TargetInfo): boolean {
    return this.#scope.kind !== "context" || browserContextId === this.#scope.browserContextId;
  }

  #learnFrames({ id }: Session): void {
    this.#post("Page.enable", {}, id);
    ask(this.#link, "Page.getFrameTree", {}, id).then(
      ({ frameTree }) => this.#frames.learnTree(frameTree),
      ignoreUnsupported,
    );
  }

  #tellNetwork({ id, type }: Session): void {
    if (type === "browser") return;
    this.#post("Network.enable", { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }, id);
  }

  #tellCache({ id, type }: Session): void {
    if (type === "browser") return;
    this.#post("Network.setCacheDisabled", { cacheDisabled: this.#isCacheOff }, id);
  }

  #post(method: string, params: object, sessionId: string | undefined): void {
    this.#link.send(method, params, sessionId).catch(ignoreUnsupported);
  }
}

/** Targets differ in what they can, and go away at any time; neither is an error of the caller's. */
function ignoreUnsupported(): void {}
