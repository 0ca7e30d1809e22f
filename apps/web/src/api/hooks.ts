import { queryOptions } from "@tanstack/react-query";
import { ownWords } from "../messages/server-words.ts";
import { asAdministrator, configure } from "./identity.ts";
import { type Like, maybe } from "./like.ts";

/** A hook, as administrators see it. */
export interface Hook {
  readonly hook: string;
  readonly is_enabled: boolean;
  /** Empty where none is set. */
  readonly uri: string;
  /** How many sign its calls. */
  readonly secrets: number;
  /** Who may call it, where it is a function of the database; none where there is no such function. */
  readonly grants: readonly FunctionGrant[] | null;
}

/** One thing that somebody may do with a function, or not. */
export interface FunctionGrant {
  readonly grantee: string;
  readonly privilege: "execute" | "usage";
  readonly is_granted: boolean;
  readonly is_right: boolean;
  /** What mends it; empty where it is right. */
  readonly sql: string;
}

export const hooksQuery = queryOptions({
  queryKey: ["settings", "hooks"],
  queryFn: ({ signal }) =>
    asAdministrator<readonly Hook[]>("admin/hooks", {
      signal,
      like: [{ hook: "", uri: "", secrets: 0, grants: maybe([{ grantee: "", privilege: "execute", sql: "" }]) }],
    }),
});

export type HookOutcome = "answered" | "refused" | "failed";

/** One of the last calls of a hook. */
export interface HookCall {
  readonly id: string;
  readonly hook: string;
  readonly called_at: string;
  readonly duration_ms: number;
  readonly outcome: HookOutcome;
  readonly detail: string;
  /** Over HTTP, where something came back. */
  readonly status: number | null;
  /** Without what the question said, and cut. */
  readonly answer: string;
  readonly is_trial: boolean;
}

const CALL_LIKE: Like<HookCall> = {
  id: "",
  hook: "",
  called_at: "",
  duration_ms: 0,
  outcome: "answered",
  detail: "",
  answer: "",
};

export const hookCallsQuery = queryOptions({
  queryKey: ["hook-calls"],
  queryFn: ({ signal }) =>
    asAdministrator<readonly HookCall[]>("admin/hook-calls", { query: { per_page: 50 }, signal, like: [CALL_LIKE] }),
  refetchInterval: 5000,
});

/** What came of asking a hook about somebody who does not exist. */
export interface HookTrial {
  readonly sent: object;
  readonly answer: unknown;
  readonly outcome: HookOutcome;
  readonly message: string;
  readonly status?: number;
  readonly duration_ms: number;
  /** The call over HTTP, word for word. */
  readonly exchange: HookExchange | null;
}

interface HookExchange {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Absent where nothing came back. */
  readonly answer?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

export async function tryHook(
  hook: string,
  person: { readonly email?: string; readonly phone?: string },
): Promise<HookTrial> {
  const trial = await asAdministrator<HookTrial>(`admin/hooks/${hook}/try`, {
    method: "POST",
    body: person,
    like: { sent: {}, outcome: "failed" },
  });
  // What the hook itself says stays as it is.
  return trial.outcome === "failed" ? { ...trial, message: await ownWords(trial.message) } : trial;
}

/** Has a new secret sign the calls of a hook, beside the one before. @returns the secret, this once */
export async function renewHookSecret(hook: string): Promise<string> {
  return (
    await configure<{ readonly secret: string }>(`/hooks/${hook}/secrets`, { method: "POST", like: { secret: "" } })
  ).secret;
}

export function forgetOldHookSecret(hook: string): Promise<void> {
  return configure(`/hooks/${hook}/secrets/old`, { method: "DELETE" });
}
