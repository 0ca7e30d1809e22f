import { messages } from "../messages/en.ts";
import { showToast } from "./toast-store.ts";

/** Puts a text into the clipboard. @returns whether it is there; where it is not, the page says so */
export async function copyText(text: string): Promise<boolean> {
  // Browsers give pages that came without TLS from another machine no clipboard, but let them copy what is selected.
  const isCopied = "clipboard" in navigator ? await isWritten(text) : isCopiedFromField(text);
  if (!isCopied) showToast({ text: messages.clipboard.notCopied });
  return isCopied;
}

/** @returns what the clipboard has; `undefined` where the browser does not let the page see it, which the page says */
export async function clipboardText(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    showToast({ text: messages.clipboard.notRead });
    return undefined;
  }
}

async function isWritten(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function isCopiedFromField(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  Object.assign(field.style, { position: "fixed", opacity: "0" });
  // A dialog takes the focus back from what is outside of it.
  (before?.closest("[role=dialog]") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
