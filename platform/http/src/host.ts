import type { App } from "./app.ts";
import { HttpError } from "./errors.ts";

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "::1"]);

/** Whether only this machine reaches what listens there. */
export function isLoopbackName(host: string): boolean {
  return LOOPBACK_NAMES.has(host) || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

/**
 * A server that listens on loopback answers only for loopback names and its public address, so that a foreign name
 * pointed at 127.0.0.1 (DNS rebinding) reaches nothing.
 */
export function refuseForeignHosts(app: App, { host, publicUrl }: { host: string; publicUrl: string }): void {
  if (!isLoopbackName(host)) return;
  const known = new Set([...LOOPBACK_NAMES, host, bareName(new URL(publicUrl).hostname)]);
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const asked = raw.headers.host ?? "";
    const name = bareName(asked.replace(/:\d+$/, ""));
    if (!known.has(name)) throw new HttpError("misdirected");
    done();
  });
}

function bareName(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
}
