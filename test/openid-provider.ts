import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { killWithRun } from "./kill-with-run.ts";

export const CLIENT_ID = "watch-room";
export const PERSON = { sub: "anna-at-work", name: "Anna Attwood", email: "anna@example.com", email_verified: true };

export interface RunningProvider {
  readonly issuer: string;
  /** The grants that it made, in order. */
  grants(): string[];
  stop(): Promise<void>;
}

export interface ProviderOptions {
  readonly callbacks: readonly string[];
  readonly afterLogout: string;
  readonly groups?: readonly string[];
  /** Whether only the userinfo answer names the groups. */
  readonly hidesGroups?: boolean;
  readonly secret?: string;
}

/** Starts a real OpenID provider that signs in whoever comes, as Anna. */
export async function startProvider(options: ProviderOptions): Promise<RunningProvider> {
  const program = join(import.meta.dirname, "openid-provider-program.mjs");
  const child = spawn(process.execPath, [program, JSON.stringify({ ...options, person: PERSON })], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  killWithRun(child);
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  while (!text.includes("\n")) await once(child.stdout, "data");
  const lines = () => text.split("\n").filter((line) => line !== "");
  return {
    issuer: lines()[0] ?? "",
    grants: () => lines().slice(1),
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

/** The tokens of Anna at a provider, for a client that asks nobody for a group. */
export async function tokensOf(issuer: string, callback: string): Promise<{ access_token: string; id_token: string }> {
  const verifier = "v".repeat(43);
  const asked = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: callback,
    response_type: "code",
    scope: "openid profile email",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const { url } = await new CookieJar().follow(`${issuer}/auth?${asked}`, ({ href }) => href.startsWith(callback));
  const body = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: callback,
    grant_type: "authorization_code",
    code: new URL(url).searchParams.get("code") ?? "",
    code_verifier: verifier,
  });
  const answer = await fetch(`${issuer}/token`, { method: "POST", body });
  if (!answer.ok) throw new Error(`${issuer} gave no tokens: ${await answer.text()}`);
  return (await answer.json()) as { access_token: string; id_token: string };
}

/** A browser's cookies, by hand: enough to follow redirects from site to site. */
export class CookieJar {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Asks once, with the cookies of the site. */
  async get(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.send(address, { headers });
  }

  async send(address: string, init: RequestInit): Promise<Response> {
    const jar = this.of(address);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(cookie === "" ? {} : { cookie }), ...(init.headers as Record<string, string>) };
    const answer = await fetch(address, { ...init, headers, redirect: "manual" });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";", 1);
      const equals = pair.indexOf("=");
      const isGone = /max-age=0/i.test(line) || /expires=thu, 01 jan 1970/i.test(line);
      if (isGone) jar.delete(pair.slice(0, equals));
      else jar.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
    return answer;
  }

  /** Follows redirects until an answer is none, or leads to an address that is asked for. */
  async follow(
    address: string,
    until: (address: URL) => boolean = () => false,
  ): Promise<{ url: string; answer?: Response }> {
    let url = address;
    for (let step = 0; step < 12; step += 1) {
      if (until(new URL(url))) return { url };
      const answer = await this.get(url);
      const next = answer.headers.get("location") ?? (await this.#submitted(url, answer));
      if (next === null) return { url, answer };
      url = new URL(next, url).href;
    }
    throw new Error(`${address} leads in circles`);
  }

  /**
   * A page that is nothing but a form which sends itself, as providers answer `response_mode=form_post`, is sent.
   *
   * @returns where the answer to that leads
   */
  async #submitted(address: string, page: Response): Promise<string | null> {
    if (!(page.headers.get("content-type") ?? "").startsWith("text/html")) return null;
    const text = await page.clone().text();
    const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1];
    if (action === undefined || !text.includes('name="code"')) return null;
    const fields = [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]);
    const target = new URL(action, address).href;
    const answer = await this.send(target, { method: "POST", body: new URLSearchParams(fields), headers: {} });
    return answer.headers.get("location");
  }

  /** The cookies of the site of an address, by name. */
  of(address: string): Map<string, string> {
    const { host } = new URL(address);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    return jar;
  }
}
