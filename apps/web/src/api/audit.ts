import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { apiErrorOf } from "./api-error.ts";
import { dayStart } from "./day-start.ts";
import type { Like } from "./like.ts";
import { administratorToken } from "./page-token.ts";
import { requestAnswer } from "./request.ts";
import { serverFetch } from "./server-fetch.ts";

/** Of the sign-in service: accounts and its settings; and of everything else: dashboards, teams, walls … */
export type AuditLog = "accounts" | "changes";

/** Somebody, or what has no name of its own: who holds the secret key or a token of an administrator's role; the server. */
type AuditActorKind = "person" | "secret-key" | "admin-token" | "server";

/** One thing that was done, whichever log tells of it. */
export interface AuditRow {
  readonly id: string;
  readonly at: string;
  /** How people know who did it: by the address, for instance. */
  readonly actor: string;
  readonly by: AuditActorKind;
  readonly action: string;
  /** What it was done to, e.g. `dashboards/default/node-exporter` or the address of an account; "" where nothing is said. */
  readonly target: string;
  /** Of the person it was done to, who may be gone. */
  readonly targetPerson?: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly address: string;
}

/** What is looked for; "" is anything. */
export interface AuditFilter {
  readonly log: AuditLog;
  /** Part of who did it. */
  readonly actor: string;
  readonly action: string;
  /** Part of what it was done to. */
  readonly target: string;
  /** Dates, 2026-01-31, in the browser's time zone, the last one included; "" for all of time. */
  readonly from: string;
  readonly to: string;
}

export interface AuditSearch extends AuditFilter {
  readonly page: number;
  /** Rows of a page. */
  readonly perpage: number;
}

interface AuditPage {
  readonly rows: readonly AuditRow[];
  readonly total: number;
}

/** @param isLive - asks again every two seconds */
export function auditQuery(search: AuditSearch, isLive: boolean) {
  return queryOptions({
    queryKey: ["audit", search],
    queryFn: ({ signal }) => (search.log === "accounts" ? accountsPage(search, signal) : changesPage(search, signal)),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? 2000 : false,
  });
}

/** An event as the sign-in service tells it. */
interface AccountEvent {
  readonly id: string;
  readonly created_at: string;
  readonly ip_address: string;
  readonly payload: {
    readonly action: string;
    readonly actor_id: string;
    readonly actor_username: string;
    /** Absent for what happened before requests were kept, or by no request. */
    readonly request_id?: string;
    readonly traits?: Readonly<Record<string, unknown>>;
  };
}

const EVENTS_LIKE: Like<readonly AccountEvent[]> = [{ id: "", created_at: "", payload: { action: "" } }];

async function accountsPage({ page, perpage, ...filter }: AuditSearch, signal: AbortSignal): Promise<AuditPage> {
  const { access_token: bearer } = await administratorToken();
  const { body, headers } = await requestAnswer("/auth/v1/admin/audit", {
    query: { ...parametersOf(filter), page, per_page: perpage },
    bearer,
    signal,
    like: EVENTS_LIKE,
  });
  // The shape of our own server's answer is held by its tests.
  return { rows: (body as readonly AccountEvent[]).map(rowOfEvent), total: Number(headers.get("x-total-count")) };
}

/** Nobody's id: whoever has the secret key. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

function rowOfEvent({ id, created_at, ip_address, payload }: AccountEvent): AuditRow {
  const { traits = {} } = payload;
  const person = traits["user_id"];
  return {
    id,
    at: created_at,
    actor: payload.actor_username,
    by: payload.actor_id === NOBODY ? "secret-key" : "person",
    action: payload.action,
    // Of a sign-in the provider is the way, and its person the one who acts.
    target: payload.action === "login" ? "" : targetOf(traits),
    ...(typeof person === "string" ? { targetPerson: person } : {}),
    details: traits,
    requestId: payload.request_id ?? "",
    address: ip_address,
  };
}

/** What tells on whom or what it was done: the first of these that is said. */
const TARGET_TRAITS = [
  "user_email",
  "user_phone",
  "user_id",
  "client_id",
  "sso_provider_id",
  "key",
  "settings",
  "provider",
  "factor_id",
  "passkey_id",
] as const;

function targetOf(traits: Readonly<Record<string, unknown>>): string {
  const said = TARGET_TRAITS.map((trait) => traits[trait]).find(
    (value) => value !== undefined && value !== null && value !== "",
  );
  return Array.isArray(said) ? said.join(", ") : String(said ?? "");
}

interface ChangeRecord extends Omit<AuditRow, "by" | "targetPerson"> {
  readonly actorLogin: string;
}

const RECORDS_LIKE: Like<{ readonly totalCount: number; readonly records: readonly ChangeRecord[] }> = {
  totalCount: 0,
  records: [{ id: "", at: "", action: "", target: "", details: {} }],
};

async function changesPage({ page, perpage, ...filter }: AuditSearch, signal: AbortSignal): Promise<AuditPage> {
  const { body } = await requestAnswer("/api/audit/records", {
    query: { ...parametersOf(filter), page, perpage },
    signal,
    like: RECORDS_LIKE,
  });
  const { totalCount, records } = body as { readonly totalCount: number; readonly records: readonly ChangeRecord[] };
  return { rows: records.map(rowOfRecord), total: totalCount };
}

/** Those that are nobody, by how the log has them. */
const KINDS: ReadonlyMap<string, AuditActorKind> = new Map([
  ["api-key:secret-key", "secret-key"],
  ["api-key:admin-jwt", "admin-token"],
  ["provisioning:vedette", "server"],
]);

function rowOfRecord({ actorLogin, actor, ...record }: ChangeRecord): AuditRow {
  return { ...record, actor: actorLogin, by: KINDS.get(actor) ?? "person" };
}

/** Everything that is looked for, oldest first, one JSON object a line, as the server writes it. */
export async function auditLines({ log, ...filter }: AuditFilter): Promise<string> {
  const asked = Object.entries(parametersOf(filter)).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const path = `${log === "accounts" ? "/auth/v1/admin/audit/export" : "/api/audit"}?${new URLSearchParams(asked)}`;
  const headers = new Headers();
  if (log === "accounts") headers.set("authorization", `Bearer ${(await administratorToken()).access_token}`);
  const response = await serverFetch(path, { headers, credentials: "same-origin" });
  if (!response.ok) throw await apiErrorOf(response, path);
  return response.text();
}

/** The rows of such lines. */
export function auditRows(log: AuditLog, lines: string): AuditRow[] {
  const objects = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line): unknown => JSON.parse(line));
  return log === "accounts"
    ? (objects as AccountEvent[]).map(rowOfEvent)
    : (objects as ChangeRecord[]).map(rowOfRecord);
}

/** As both logs take it. */
function parametersOf({ actor, action, target, from, to }: Omit<AuditFilter, "log">) {
  return { actor, action, target, from: dayStart(from), to: dayStart(to, 1) };
}
