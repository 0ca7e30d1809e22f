import { messages } from "../messages/en.ts";
import { publicPath } from "./public-path.ts";

/** So long may a person take. */
const PATIENCE_MS = 120_000;

/**
 * Shows the captcha of the operator's provider over the page, in a frame of its own.
 *
 * @returns its token; `undefined` where it was not solved, or there is none
 */
export async function solveCaptcha(): Promise<string | undefined> {
  const address = `${publicPath()}/auth/v1/captcha`;
  if (!(await fetch(address, { method: "GET" })).ok) return undefined;
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.title = messages.signIn.captcha;
  Object.assign(frame.style, {
    position: "fixed",
    inset: "0",
    width: "100%",
    height: "100%",
    border: "0",
    zIndex: "1000",
    // Of another scheme than its document, a frame is not transparent.
    colorScheme: "light",
  });
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const listen = (event: MessageEvent) => {
    if (event.origin !== location.origin || event.source !== frame.contentWindow) return;
    const token: unknown = event.data?.captcha?.token;
    resolve(typeof token === "string" ? token : undefined);
  };
  const closeByKey = (event: KeyboardEvent) => event.key === "Escape" && resolve(undefined);
  window.addEventListener("message", listen);
  window.addEventListener("keydown", closeByKey);
  const timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  document.body.append(frame);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    window.removeEventListener("message", listen);
    window.removeEventListener("keydown", closeByKey);
    frame.remove();
  }
}
