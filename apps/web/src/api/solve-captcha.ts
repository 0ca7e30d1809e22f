import { messages } from "../messages/en.ts";
import { publicPath } from "./public-path.ts";

/** How it went: somebody may close it, and pages whose site has no key have none to show. */
type CaptchaAnswer = { readonly kind: "solved"; readonly token: string } | { readonly kind: "unsolved" | "absent" };

const UNSOLVED = { kind: "unsolved" } as const;

/** So long may a person take. */
const PATIENCE_MS = 120_000;

/** Shows the captcha of the operator's provider over the page, in a frame of its own, until it is solved or closed. */
export async function solveCaptcha(): Promise<CaptchaAnswer> {
  const address = `${publicPath()}/auth/v1/captcha`;
  const { ok } = await fetch(address, { method: "GET" });
  if (!ok) return { kind: "absent" };
  const { promise, resolve } = Promise.withResolvers<CaptchaAnswer>();
  const { dialog, frame } = captchaDialog(() => resolve(UNSOLVED));
  const listen = (event: MessageEvent) => {
    if (event.origin !== location.origin || event.source !== frame.contentWindow) return;
    const token: unknown = event.data?.captcha?.token;
    resolve(typeof token === "string" ? { kind: "solved", token } : UNSOLVED);
  };
  frame.src = address;
  window.addEventListener("message", listen);
  const timer = setTimeout(() => resolve(UNSOLVED), PATIENCE_MS);
  document.body.append(dialog);
  dialog.showModal();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    window.removeEventListener("message", listen);
    // Which gives the focus back to where it was.
    dialog.close();
    dialog.remove();
  }
}

/** The frame, and the one way out of it that a phone has. */
function captchaDialog(onClose: () => void) {
  const dialog = document.createElement("dialog");
  Object.assign(dialog.style, {
    position: "fixed",
    display: "grid",
    gridTemplateRows: "minmax(0, 1fr) auto",
    justifyItems: "center",
    width: "100%",
    height: "100%",
    maxWidth: "none",
    maxHeight: "none",
    padding: "0 0 24px",
    border: "0",
    background: "rgb(0 0 0 / 0.6)",
  });
  dialog.ariaLabel = messages.signIn.captcha;
  // Dialogs of the pages keep the focus to themselves, but for what says that it lies above them.
  dialog.dataset["reactAriaTopLayer"] = "true";
  const frame = document.createElement("iframe");
  frame.title = messages.signIn.captcha;
  // Of another scheme than its document, a frame is not transparent.
  Object.assign(frame.style, { width: "100%", height: "100%", border: "0", colorScheme: "light" });
  // The captcha is what the keyboard is for, not what lies around it.
  frame.addEventListener("load", () => frame.focus());
  const close = document.createElement("button");
  close.type = "button";
  close.className = "v-button";
  close.dataset["kind"] = "default";
  close.textContent = messages.cancel;
  close.addEventListener("click", onClose);
  dialog.addEventListener("close", onClose);
  dialog.append(frame, close);
  return { dialog, frame };
}
