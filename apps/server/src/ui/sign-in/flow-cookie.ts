import { createHash, timingSafeEqual } from "node:crypto";
import { parseCookie } from "cookie";
import { Type } from "typebox";
import { Check } from "typebox/value";

/** What one sign-in that has begun keeps in the browser until the provider sends it back. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  readonly startedMs: number;
}

const FlowContent = Type.Object({
  state: Type.String({ minLength: 22, maxLength: 256 }),
  nonce: Type.String({ minLength: 22, maxLength: 4096 }),
  verifier: Type.String({ minLength: 43, maxLength: 128 }),
  returnTo: Type.String({ maxLength: 4096 }),
  startedMs: Type.Number(),
});

const PREFIX = "state_";
/** Sign-ins that one browser may have begun in several tabs; the oldest gives way. */
const MAX_FLOWS = 5;

/** The cookie of a flow has the flow's state in its name: two tabs do not disturb each other. */
export function flowCookieName(state: string): string {
  return `${PREFIX}${createHash("sha256").update(state).digest("base64url").slice(0, 12)}`;
}

export function flowCookieValue(flow: Flow): string {
  return Buffer.from(JSON.stringify(flow)).toString("base64url");
}

/** All flows that a browser has begun, oldest first, by the names of their cookies. */
export function flowsOf(header: string | undefined): Map<string, Flow> {
  const flows = Object.entries(parseCookie(header ?? "")).flatMap(([name, value = ""]) => {
    const flow = name.startsWith(PREFIX) ? readFlow(value) : undefined;
    return flow === undefined ? [] : [[name, flow] as const];
  });
  return new Map(flows.sort(([, one], [, other]) => one.startedMs - other.startedMs));
}

/** Names of cookies that make room for one more flow. */
export function surplusFlows(flows: ReadonlyMap<string, Flow>): string[] {
  return [...flows.keys()].slice(0, Math.max(0, flows.size - MAX_FLOWS + 1));
}

export function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function readFlow(value: string): Flow | undefined {
  try {
    const content: unknown = JSON.parse(Buffer.from(value, "base64url").toString("utf8"));
    return Check(FlowContent, content) ? content : undefined;
  } catch {
    // Whoever wrote that, it is no flow of ours.
    return undefined;
  }
}
