import { randomUUID, timingSafeEqual } from "node:crypto";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { IdentityError } from "../errors.ts";
import type { CodeChallenge } from "../flows/flow-state.ts";
import { isSingleSignOn, oauthMethodOf } from "../identities/external-identity.ts";
import type { IdentityTables } from "../identity-tables.ts";
import type { SignInStep } from "./record-steps.ts";
import { storeTrial } from "./trial-store.ts";

/** A sign-in with a provider that begins. */
export interface NewFlow {
  /** Also the `state` that goes to the provider and back. */
  readonly id: string;
  readonly provider: string;
  /** Of the application, which exchanges a code in the end; absent where it gets the tokens themselves. */
  readonly codeChallenge: CodeChallenge | undefined;
  /** Towards the provider; the sealed request token with one that speaks OAuth 1.0a. */
  readonly codeVerifier: string | undefined;
  readonly nonce: string | undefined;
  readonly audience: string;
  readonly redirectTo: string;
  readonly inviteToken: string | undefined;
  /** The signed-in user to whom the account is linked. */
  readonly linkingTarget: string | undefined;
  readonly browserHash: Uint8Array | undefined;
  readonly providerUrl: string;
  /** The provider whose own address the browser must come back to; absent for the one that others share. */
  readonly ownerOfAddress: string | undefined;
  /** What came of the steps so far, where an administrator tries them out. */
  readonly trial: readonly SignInStep[] | undefined;
}

export async function storeFlow(db: Kysely<IdentityTables>, flow: NewFlow): Promise<void> {
  const clientStateId = randomUUID();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto("auth.oauth_client_states")
      .values({
        id: clientStateId,
        provider_type: flow.provider,
        code_verifier: flow.codeVerifier ?? null,
        created_at: sql`now()`,
      })
      .execute();
    await trx
      .insertInto("auth.flow_state")
      .values({
        id: flow.id,
        // Older installations want all three, also where nobody will exchange the code; no verifier fits an empty challenge.
        auth_code: randomUUID(),
        code_challenge: flow.codeChallenge?.challenge ?? "",
        code_challenge_method: flow.codeChallenge?.method ?? "s256",
        provider_type: flow.provider,
        authentication_method: oauthMethodOf(flow.provider),
        referrer: flow.redirectTo,
        invite_token: flow.inviteToken ?? null,
        linking_target_id: flow.linkingTarget ?? null,
        oauth_client_state_id: clientStateId,
        created_at: sql`now()`,
        updated_at: sql`now()`,
      })
      .execute();
    await trx
      .insertInto("vedette.oauth_flows")
      .values({
        id: flow.id,
        nonce: flow.nonce ?? null,
        audience: flow.audience,
        browser_hash: flow.browserHash ?? null,
        provider_url: flow.providerUrl,
        callback_owner: flow.ownerOfAddress ?? null,
      })
      .execute();
    if (flow.trial === undefined) return;
    await storeTrial(trx, { id: flow.id, provider: flow.provider, steps: flow.trial });
  });
}

/** So long is the way to the provider and back open. */
const LIFETIME_SECONDS = 300;

const isYoung = sql<boolean>`f.created_at > now() - make_interval(secs => ${sql.lit(LIFETIME_SECONDS)})`;

/** A linking that a program began, for a browser to go on with. */
export interface WaitingFlow {
  readonly provider: string;
  readonly linkingTarget: string;
  /** Where the provider asks the person. */
  readonly providerUrl: string;
  /** Whether it is known to be the browser in which the linking began. */
  readonly isBound: boolean;
}

/** @throws IdentityError `bad_oauth_state` for a flow that is too old, used, or another browser's */
export async function findWaitingFlow(
  db: Kysely<IdentityTables>,
  { id, browserHash }: { id: string; browserHash: Uint8Array | undefined },
): Promise<WaitingFlow> {
  const flow = await db
    .selectFrom("auth.flow_state as f")
    .innerJoin("vedette.oauth_flows as v", "v.id", "f.id")
    .where("f.id", "=", id)
    .where(isYoung)
    .select(["f.provider_type", "f.linking_target_id", "v.provider_url", "v.browser_hash"])
    .executeTakeFirst();
  const isOther = flow?.browser_hash != null && !isSameBrowser(flow.browser_hash, browserHash);
  if (flow === undefined || flow.linking_target_id === null || isOther) throw new IdentityError("bad_oauth_state");
  return {
    provider: flow.provider_type,
    linkingTarget: flow.linking_target_id,
    providerUrl: flow.provider_url,
    isBound: flow.browser_hash !== null,
  };
}

/**
 * Takes a browser along to the provider, for a linking that a program began and whose person said that it is theirs.
 * The first browser that comes is the flow's.
 *
 * @returns where the provider asks the person
 * @throws IdentityError `bad_oauth_state`
 */
export async function openFlow(
  db: Kysely<IdentityTables>,
  flow: { id: string; browserHash: Uint8Array },
): Promise<string> {
  return takeAlong(db, { ...flow, isMeant: sql<boolean>`f.linking_target_id is not null` });
}

async function takeAlong(
  db: Kysely<IdentityTables>,
  { id, browserHash, isMeant }: { id: string; browserHash: Uint8Array; isMeant: RawBuilder<boolean> },
): Promise<string> {
  const opened = await db
    .updateTable("vedette.oauth_flows as v")
    .from("auth.flow_state as f")
    .whereRef("f.id", "=", "v.id")
    .where("v.id", "=", id)
    .where(isYoung)
    .where(isMeant)
    .where((eb) => eb.or([eb("v.browser_hash", "is", null), eb("v.browser_hash", "=", browserHash)]))
    .set({ browser_hash: browserHash })
    .returning("v.provider_url")
    .executeTakeFirst();
  if (opened === undefined) throw new IdentityError("bad_oauth_state");
  return opened.provider_url;
}

/**
 * Takes a browser along to a company's provider, for a sign-in that a program began. The first browser that comes is the
 * flow's: only it can come back with the answer.
 *
 * @returns where the provider asks the person
 * @throws IdentityError `bad_oauth_state`
 */
export async function openSignOnFlow(
  db: Kysely<IdentityTables>,
  flow: { id: string; browserHash: Uint8Array },
): Promise<string> {
  return takeAlong(db, {
    ...flow,
    isMeant: sql<boolean>`f.linking_target_id is null and f.provider_type like 'sso:%'`,
  });
}

/** A flow whose browser has come back. Nobody can come back with it again. */
export interface ReturnedFlow {
  readonly id: string;
  readonly provider: string;
  readonly isPkce: boolean;
  readonly codeVerifier: string | undefined;
  readonly nonce: string | undefined;
  readonly audience: string;
  readonly inviteToken: string | undefined;
  readonly linkingTarget: string | undefined;
  /** What came of the steps so far, where an administrator tries them out: nobody is signed in by it. */
  readonly trial: readonly SignInStep[] | undefined;
}

/** A browser that comes back with a `state`. */
interface ReturnedBrowser {
  readonly id: string;
  readonly browserHash: Uint8Array | undefined;
  /** The provider whose own address it came to; absent for the one that all others share. */
  readonly ownerOfAddress: string | undefined;
}

interface Owned {
  readonly callback_owner: string | null;
  readonly provider_type: string;
}

/** Where the browser of a flow goes in the end, whatever comes of it; `undefined` for an unknown state. */
export async function findFlowRedirect(db: Kysely<IdentityTables>, id: string): Promise<string | undefined> {
  const flow = await db
    .selectFrom("auth.flow_state as f")
    .innerJoin("vedette.oauth_flows as v", "v.id", "f.id")
    .where("f.id", "=", id)
    .select("f.referrer")
    .executeTakeFirst();
  return flow?.referrer ?? undefined;
}

/**
 * Uses up a `state`. It counts once, for five minutes, only in the browser that it was made for, and only at the address
 * that its provider was told; elsewhere it stays as it was.
 *
 * @throws IdentityError `bad_oauth_state`, `flow_state_already_used`
 */
export async function claimFlow(
  db: Kysely<IdentityTables>,
  { id, browserHash, ownerOfAddress }: ReturnedBrowser,
): Promise<ReturnedFlow> {
  return db.transaction().execute(async (trx) => {
    const flow = await trx
      .selectFrom("auth.flow_state as f")
      .innerJoin("vedette.oauth_flows as v", "v.id", "f.id")
      .leftJoin("vedette.provider_trials as t", "t.id", "f.id")
      .where("f.id", "=", id)
      .where(isYoung)
      .select(["f.user_id", "f.code_challenge", "f.provider_type", "f.invite_token", "f.linking_target_id"])
      .select(["f.oauth_client_state_id", "v.nonce", "v.audience", "v.browser_hash", "v.callback_owner"])
      .select("t.steps")
      .forUpdate("f")
      .executeTakeFirst();
    const isExpected =
      flow !== undefined && isSameBrowser(flow.browser_hash, browserHash) && ownerOf(flow) === ownerOfAddress;
    if (!isExpected) throw new IdentityError("bad_oauth_state");
    if (flow.user_id !== null) throw new IdentityError("flow_state_already_used");
    const client = await trx
      .deleteFrom("auth.oauth_client_states")
      .where("id", "=", flow.oauth_client_state_id)
      .returning("code_verifier")
      .executeTakeFirst();
    if (client === undefined) throw new IdentityError("bad_oauth_state");
    return {
      id,
      provider: flow.provider_type,
      isPkce: Boolean(flow.code_challenge),
      codeVerifier: client.code_verifier ?? undefined,
      nonce: flow.nonce ?? undefined,
      audience: flow.audience,
      inviteToken: flow.invite_token ?? undefined,
      linkingTarget: flow.linking_target_id ?? undefined,
      trial: flow.steps === null ? undefined : JSON.parse(flow.steps),
    };
  });
}

/** A company's provider had an address of its own before flows said so. */
function ownerOf({ callback_owner: owner, provider_type: provider }: Owned): string | undefined {
  return owner ?? (isSingleSignOn({ provider }) ? provider : undefined);
}

function isSameBrowser(wanted: Uint8Array | null, given: Uint8Array | undefined): boolean {
  return wanted !== null && given !== undefined && wanted.length === given.length && timingSafeEqual(wanted, given);
}

/** Gives the code of a flow to its application, once it is known who signs in. */
export async function answerFlow(
  trx: Kysely<IdentityTables>,
  id: string,
  answer: { userId: string; provider_access_token: string | null; provider_refresh_token: string | null },
): Promise<string> {
  const { userId, ...tokens } = answer;
  const { auth_code: code } = await trx
    .updateTable("auth.flow_state")
    .set({ ...tokens, user_id: userId, auth_code_issued_at: sql`now()`, updated_at: sql`now()` })
    .where("id", "=", id)
    .returning("auth_code")
    .executeTakeFirstOrThrow();
  return code ?? "";
}

/** Forgets a flow whose application has got its tokens. */
export async function dropFlow(trx: Kysely<IdentityTables>, id: string): Promise<void> {
  await trx.deleteFrom("auth.flow_state").where("id", "=", id).execute();
}
