import { setTimeout as pause } from "node:timers/promises";
import { inTime } from "../in-time.ts";
import type { PipeBrowser } from "./pipe-browser.ts";

/** The one page of an app window. */
export interface Page {
  readonly targetId: string;
  /** Goes to an address; resolves when the browser has begun to. */
  navigate(url: string): Promise<void>;
  reload(): Promise<void>;
  /** What an expression of the page is worth, once its promise is kept. @throws Error when the page throws or is late */
  evaluate(expression: string, timeoutMs: number): Promise<unknown>;
  /** What is on the screen, as PNG. @throws Error when the page does not paint in time */
  capture(timeoutMs: number): Promise<Buffer>;
}

const TARGET_TRIES = 100;
const TARGET_TRY_MS = 100;

/** @throws Error when the browser opens no page */
export async function firstPage(browser: PipeBrowser): Promise<Page> {
  const targetId = await firstTarget(browser);
  const { sessionId } = (await browser.send("Target.attachToTarget", { targetId, flatten: true })) as {
    readonly sessionId: string;
  };
  const send = (method: string, params: object = {}): Promise<unknown> => browser.send(method, params, sessionId);
  return {
    targetId,
    navigate: async (url) => void (await send("Page.navigate", { url })),
    reload: async () => void (await send("Page.reload")),
    async evaluate(expression, timeoutMs) {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const answer = await answered(send("Runtime.evaluate", params), timeoutMs);
      const { result, exceptionDetails } = answer as {
        readonly result: { readonly value?: unknown };
        readonly exceptionDetails?: { readonly text: string };
      };
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result.value;
    },
    async capture(timeoutMs) {
      const answer = await answered(send("Page.captureScreenshot", { format: "png" }), timeoutMs);
      return Buffer.from((answer as { readonly data: string }).data, "base64");
    },
  };
}

async function firstTarget(browser: PipeBrowser): Promise<string> {
  for (let tries = 0; tries < TARGET_TRIES; tries += 1) {
    const { targetInfos } = (await browser.send("Target.getTargets")) as {
      readonly targetInfos: readonly { readonly targetId: string; readonly type: string }[];
    };
    const page = targetInfos.find(({ type }) => type === "page");
    if (page !== undefined) return page.targetId;
    await pause(TARGET_TRY_MS);
  }
  throw new Error("The browser opened no page");
}

function answered(work: Promise<unknown>, timeoutMs: number): Promise<unknown> {
  return inTime(work, timeoutMs, `The page did not answer in ${timeoutMs / 1000} s`);
}
