import { Agent, request } from "undici";
import { argumentError, InterceptError } from "../errors.ts";
import type { ChromiumOptions } from "../options.ts";
import { DebuggerLink, type ElectronDebugger } from "./debugger-link.ts";
import { ask, type CdpLink } from "./link.ts";
import { type CdpSessionLike, linkToSession } from "./session-link.ts";
import { CONNECT_TIMEOUT_MS, SocketLink } from "./socket-link.ts";
import type { Scope } from "./targets.ts";

/**
 * Where a Chromium is reached: `ws://…/devtools/page/<id>`, `ws://…/devtools/browser/<id>`, `http://host:port`, a CDP
 * session of Playwright, Puppeteer or chrome-remote-interface, or Electron's `webContents.debugger`.
 */
export type ChromiumTarget = string | CdpSessionLike | ElectronDebugger;

const METHOD = "interceptChromium";

export interface OpenedTarget {
  readonly link: CdpLink;
  readonly scope: Scope;
}

/** @throws InterceptError `ERR_ROUTE_ARGUMENT`, `ERR_TARGET_CLOSED` */
export async function openTarget(target: ChromiumTarget, options: ChromiumOptions): Promise<OpenedTarget> {
  const link = await openLink(target);
  try {
    return { link, scope: await findScope(link, options) };
  } catch (cause) {
    link.close();
    throw new InterceptError("ERR_TARGET_CLOSED", `${METHOD}: there is no such target`, { cause });
  }
}

async function openLink(target: ChromiumTarget): Promise<CdpLink> {
  if (typeof target === "string") return await SocketLink.connect(await socketUrl(target));
  if (typeof target !== "object" || target === null) throw argumentError(METHOD, "target", "is no session or url");
  if ("sendCommand" in target) return new DebuggerLink(target);
  if ("send" in target && "on" in target) return linkToSession(target);
  throw argumentError(METHOD, "target", "has neither send() and on(), nor sendCommand()");
}

async function socketUrl(target: string): Promise<string> {
  const url = URL.parse(target);
  if (url !== null && /^wss?:$/.test(url.protocol)) return target;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw argumentError(METHOD, "target", `${target} is no ws or http url`);
  try {
    const version = await askVersion(url);
    if (typeof version === "object" && version !== null && "webSocketDebuggerUrl" in version) {
      return String(version.webSocketDebuggerUrl);
    }
  } catch (cause) {
    throw new InterceptError("ERR_TARGET_CLOSED", `${METHOD}: no browser answers at ${target}`, { url: target, cause });
  }
  throw new InterceptError("ERR_TARGET_CLOSED", `${METHOD}: ${target} is no browser`, { url: target });
}

/** Over a connection of its own: routes of this process must not see it. */
async function askVersion(url: URL): Promise<unknown> {
  const dispatcher = new Agent();
  try {
    const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
    const { body } = await request(new URL("/json/version", url), { dispatcher, signal });
    return await body.json();
  } finally {
    await dispatcher.destroy();
  }
}

async function findScope(link: CdpLink, { targetId, browserContextId }: ChromiumOptions): Promise<Scope> {
  if (browserContextId !== undefined) return { kind: "context", browserContextId };
  if (targetId !== undefined) {
    const { sessionId } = await ask(link, "Target.attachToTarget", { targetId, flatten: link.isFlat }, undefined);
    return { kind: "page", sessionId };
  }
  const { targetInfo } = await ask(link, "Target.getTargetInfo", {}, undefined);
  return targetInfo.type === "browser" ? { kind: "browser" } : { kind: "page", sessionId: undefined };
}
