import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Response,
} from "playwright-core";
import { onTestFinished, TestRunner, vi } from "vitest";
import { aDataDir, type RunningVedette, removeDataDir, startVedette } from "../running-server.ts";

/** The first administrator of every house. */
export const ADA = { email: "ada@example.com", password: "correct horse battery", name: "Ada Lovelace" } as const;

/** So long one step may take on a busy machine; less than a test, so that the step is named that failed. */
const STEP_TIMEOUT_MS = 25_000;

/** A server of its own with a browser in front of it. */
export interface BrowserHouse extends AsyncDisposable {
  readonly vedette: RunningVedette;
  readonly url: string;
  /** What went wrong in the pages so far: errors nobody caught, and what the content security policy stopped. */
  readonly problems: readonly string[];
  /** A page in a fresh browser profile. One that a test opened is closed with it: it would go on drawing. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /**
   * A page of Ada's, who is signed in. Without options all are of one browser profile: who signs out, or measures what
   * a first visit loads, asks for one of their own.
   */
  adminPage(options?: BrowserContextOptions): Promise<Page>;
}

/** A house nobody has set up yet. */
export async function openFreshHouse(env: Readonly<Record<string, string>> = {}): Promise<BrowserHouse> {
  const dataDir = aDataDir();
  const [vedette, browser] = await Promise.all([startVedette({ dataDir, env }), launchBrowser()]);
  const problems: string[] = [];

  const newContext = (options: BrowserContextOptions = {}) =>
    browser.newContext({ baseURL: vedette.url, reducedMotion: "reduce", ...options });
  const pageIn = async (context: BrowserContext) => {
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_TIMEOUT_MS);
    page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
    page.on("console", (message) => {
      if (/content security policy|trusted ?types?/i.test(message.text())) problems.push(message.text());
    });
    return page;
  };
  const newPage = async (options?: BrowserContextOptions) => {
    const context = await newContext(options);
    closeWithTest(context);
    return pageIn(context);
  };
  const signedIn = async (page: Page) => {
    await post(page, "/api/login", ADA);
    return page;
  };
  /** Ada's own: signing in and loading the pages' scripts anew for every test would take most of its time. */
  let own: Promise<BrowserContext> | undefined;
  const openOwn = async () => {
    const context = await newContext();
    await (await signedIn(await context.newPage())).close();
    return context;
  };

  return {
    vedette,
    url: vedette.url,
    problems,
    newPage,
    adminPage: async (options) => {
      if (options !== undefined) return signedIn(await newPage(options));
      own ??= openOwn();
      const page = await pageIn(await own);
      closeWithTest(page);
      return page;
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await vedette.stop();
      removeDataDir(dataDir);
    },
  };
}

/** What somebody who looks at a page of a failed test would read. */
async function shownBy(page: Page): Promise<string> {
  const body = page.locator("body");
  const shown = await body.ariaSnapshot({ timeout: 5000 }).catch((error: unknown) => String(error));
  return `${page.url()} showed:\n${shown}\n`;
}

function closeWithTest(opened: Page | BrowserContext): void {
  if (TestRunner.getCurrentTest() === undefined) return;
  onTestFinished(async ({ task }) => {
    const pages = "pages" in opened ? opened.pages() : [opened];
    if (task.result?.state === "fail") for (const page of pages) process.stderr.write(await shownBy(page));
    // What a page still asks for is not the test's concern any more, also when the test has a hand in its answers.
    // After the last test of a file its browser may be closed already.
    await Promise.allSettled(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
    await opened.close();
  });
}

/** A house whose administrator is Ada. */
export async function openHouse(env: Readonly<Record<string, string>> = {}): Promise<BrowserHouse> {
  const house = await openFreshHouse(env);
  const page = await house.newPage();
  const code = new URL(house.vedette.keys.setup_url ?? "").hash.replace("#code=", "");
  await post(page, "/api/setup", { ...ADA, code });
  await page.context().close();
  return house;
}

/** Calls the server with the page's own cookies, as its scripts would. */
export async function post(page: Page, path: string, data: Readonly<Record<string, unknown>>): Promise<unknown> {
  const answer = await page.request.post(path, { data, headers: { "sec-fetch-site": "same-origin" } });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
  return await answer.json();
}

/** Keeps the answers of some addresses back until they are let go: a server that is slow just there. */
export async function holdAnswers(page: Page, url: RegExp, method = "GET"): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === method) await promise;
    await route.continue();
  });
  return resolve;
}

export const DASHBOARDS = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards";
export const PLAYLISTS = "/apis/playlist.vedette.app/v1/namespaces/default/playlists";

const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser without a server in front of which it stands. @param more - arguments */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  return await chromium.launch({ executablePath: CHROMIUM, args: [...CHROMIUM_ARGUMENTS, ...more] });
}

/** So much work may be lost with a browser that is killed. */
export const MOST_LOST_MS = 1000;

/** A browser of its own on a profile that outlives it. */
export interface MortalBrowser {
  readonly page: Page;
  /** Ends it as a power cut would: nothing in it is told. */
  kill(): Promise<void>;
}

/** Starts a browser on a profile, as somebody does again after it was killed. @param more - arguments */
export async function openMortalBrowser(
  profile: string,
  baseURL: string,
  more: readonly string[] = [],
): Promise<MortalBrowser> {
  const portFile = join(profile, "DevToolsActivePort");
  rmSync(portFile, { force: true });
  const child = spawn(
    CHROMIUM,
    [
      ...CHROMIUM_ARGUMENTS,
      ...more,
      "--headless",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { detached: true, stdio: "ignore" },
  );
  const gone = once(child, "exit");
  // Also when the rest fails: nobody else would end it.
  onTestFinished(() => endGroup(child.pid));
  const port = await vi.waitFor(() => readPort(portFile), { timeout: 25_000 });
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const context = browser.contexts()[0] ?? (await browser.newContext());
  const page = await context.newPage();
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  await post(page, new URL("/api/login", baseURL).href, ADA);
  return {
    page,
    kill: async () => {
      endGroup(child.pid);
      await gone;
      await browser.close();
    },
  };
}

/** The file is there a moment before its text. @throws Error while there is no port in it */
function readPort(portFile: string): number {
  const [, port] = /^(\d+)\n/.exec(readFileSync(portFile, "utf8")) ?? [];
  if (port === undefined) throw new Error("Chromium has not said its port yet");
  return Number(port);
}

/** Ends a process and everything it started, if it still runs. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Bytes that came over the network for the bodies of some answers, compressed as they were. */
export async function transferredBytes(responses: readonly Response[]): Promise<number> {
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()));
  return sizes.reduce((total, { responseBodySize }) => total + responseBodySize, 0);
}

/** The newest code of digits that a mail to somebody brought; an administrator reads it in the inbox, on a page that then is closed. */
export async function mailedCode(page: Page, to: string): Promise<string> {
  const code = await vi.waitFor(
    async () => {
      const { mails } = await (await page.request.get("/api/inbox")).json();
      const { id } = mails.find((head: { to: string }) => head.to === to);
      const { text } = await (await page.request.get(`/api/inbox/${id}`)).json();
      const [found] = /\b(?:\d{6}|\d{8})\b/.exec(text) ?? [];
      if (found === undefined) throw new Error(`no code in: ${text}`);
      return found;
    },
    { timeout: STEP_TIMEOUT_MS, interval: 200 },
  );
  await page.close();
  return code;
}

/** A device that makes keys and says yes to every question. */
export async function withPasskeys(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
