import { queryOptions } from "@tanstack/react-query";
import { ownWords } from "../messages/server-words.ts";
import { ApiError } from "./api-error.ts";
import { configure } from "./identity.ts";
import { settingName } from "./setting-name.ts";

/** Kind and limits of a setting, as the JSON Schema that the server checks. */
export interface SettingType {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: SettingType;
  readonly anyOf?: readonly SettingType[];
}

/** A setting that can be changed while the server runs. */
export interface SettingField {
  readonly field: string;
  /** Its key in `vedette.toml`. */
  readonly key: string;
  readonly env: string;
  /** What people call it. */
  readonly label: string;
  readonly doc: string;
  readonly type: SettingType;
  readonly default: unknown;
  /** `null` for a secret. */
  readonly value: unknown;
  readonly is_secret: boolean;
  readonly is_set: boolean;
  readonly source: "default" | "stored" | "file" | "environment";
  /** When it was changed on the pages, and by whom; `null` where it was not, or nobody kept it. */
  readonly set_at: string | null;
  readonly set_by: string | null;
}

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: async ({ signal }) => {
    const { fields } = await configure<{ readonly fields: readonly Omit<SettingField, "label">[] }>("/fields", {
      signal,
      like: { fields: [{ field: "", key: "", env: "", doc: "", type: {}, is_secret: true, source: "default" }] },
    });
    return Promise.all(
      fields.map(
        async (field): Promise<SettingField> => ({
          ...field,
          label: await ownWords(settingName(field.key)),
          doc: await ownWords(field.doc),
        }),
      ),
    );
  },
});

/**
 * Changes settings, all or none; `null` is the default again.
 *
 * @param seen - as they were read: nothing is changed when somebody has set one of them since
 * @throws ApiError that names the field, or of `isSettingOvertaken`
 */
export function changeSettings(
  fields: Readonly<Record<string, unknown>>,
  seen: readonly SettingField[] = [],
): Promise<unknown> {
  const body = { ...fields, seen: Object.fromEntries(seen.map(({ field, set_at }) => [field, set_at])) };
  return configure<unknown>("", { method: "PATCH", body, like: { site_url: "" } });
}

/** Whether somebody set one of them between loading and saving. */
export function isSettingOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

/** A key that signs or checks access tokens. */
export interface SigningKey {
  readonly id: string;
  readonly algorithm: string;
  readonly status: "in_use" | "standby" | "previously_used" | "revoked";
  readonly created_at: string;
  /** When it became what it is now. */
  readonly updated_at: string;
}

export const signingKeysQuery = queryOptions({
  queryKey: ["signing-keys"],
  queryFn: async ({ signal }) =>
    (
      await configure<{ readonly keys: readonly SigningKey[] }>("/signing-keys", {
        signal,
        like: { keys: [{ id: "", algorithm: "", status: "standby", created_at: "", updated_at: "" }] },
      })
    ).keys,
});

export function addSigningKey(algorithm: string): Promise<SigningKey> {
  return configure("/signing-keys", { method: "POST", body: { algorithm, status: "standby" }, like: { id: "" } });
}

export function changeSigningKey(id: string, status: SigningKey["status"]): Promise<SigningKey> {
  return configure(`/signing-keys/${id}`, { method: "PATCH", body: { status }, like: { id: "" } });
}

export function removeSigningKey(id: string): Promise<void> {
  return configure(`/signing-keys/${id}`, { method: "DELETE" });
}

/** Somebody else whose tokens are accepted. */
export interface TokenIssuer {
  readonly id: string;
  /** `null` for an issuer that is known by its keys alone. */
  readonly oidc_issuer_url: string | null;
  readonly jwks_url: string | null;
  readonly key_ids: readonly string[];
  /** When its keys were read last. */
  readonly resolved_at: string | null;
  /** From then on a token has them read again; `null` where they are not read from anywhere. */
  readonly stale_at: string | null;
  /** Why they could not be read. */
  readonly failure: string | null;
}

export const tokenIssuersQuery = queryOptions({
  queryKey: ["settings", "token-issuers"],
  queryFn: ({ signal }) =>
    configure<readonly TokenIssuer[]>("/third-party-auth", {
      signal,
      like: [{ id: "", key_ids: [""] }],
    }),
  refetchInterval: 5000,
});
