import { onEachStore } from "@vedette/database/testing";
import fc from "fast-check";
import { it } from "vitest";
import { canGiveUp, isAdministrative, type Step, take } from "./contact-actions.ts";
import { interleaving } from "./contact-plans.ts";
import { openWorld, type World } from "./contact-world.ts";

/** Interleavings per store. Each run of the suite takes a new seed; `CONTACT_RUNS=10000` searches longer. */
const RUNS = Number(process.env["CONTACT_RUNS"] ?? 25);
const SEED = Number(process.env["CONTACT_SEED"] ?? Date.now() % 2 ** 31);

interface UserRow {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly email_confirmed_at: string | null;
  readonly phone_confirmed_at: string | null;
  readonly encrypted_password: string | null;
  readonly email_change: string | null;
  readonly phone_change: string | null;
  readonly deleted_at: string | null;
  readonly identities: readonly { provider: string; provider_id: string; email: string | null; verified: boolean }[];
  readonly sessions: readonly string[];
  readonly tokens: readonly { token_type: string; relates_to: string }[];
  readonly leftovers: number;
}

/** Everything that the invariants speak about, in one statement. */
const SNAPSHOT = `
  select u.id, u.email, u.phone, u.email_confirmed_at::text, u.phone_confirmed_at::text, u.encrypted_password,
    u.email_change, u.phone_change, u.deleted_at::text,
    coalesce((select json_agg(json_build_object('provider', i.provider, 'provider_id', i.provider_id, 'email', i.email,
      'verified', i.identity_data ->> (case i.provider when 'phone' then 'phone' else 'email' end || '_verified') = 'true'))
      from auth.identities i where i.user_id = u.id), '[]') as identities,
    coalesce((select json_agg(s.id) from auth.sessions s where s.user_id = u.id), '[]') as sessions,
    coalesce((select json_agg(json_build_object('token_type', t.token_type, 'relates_to', t.relates_to))
      from auth.one_time_tokens t where t.user_id = u.id), '[]') as tokens,
    (select count(*)::int from vedette.scim_users d where d.user_id = u.id)
      + (select count(*)::int from auth.flow_state f where f.user_id = u.id) as leftovers
  from auth.users u`;

async function snapshot({ db }: World): Promise<Map<string, UserRow>> {
  // The columns of the statement above.
  const { rows } = await db.query(SNAPSHOT);
  return new Map(rows.map((row) => [String(row["id"]), row as unknown as UserRow]));
}

function violated(invariant: string, detail: unknown): never {
  throw new Error(`${invariant}: ${JSON.stringify(detail)}`);
}

/** A session belongs to the user who proved the identifier. */
function checkSessions(world: World, users: ReadonlyMap<string, UserRow>): void {
  for (const person of [0, 1] as const) {
    for (const { token, userId } of world.sessions[person]) {
      const user = users.get(userId);
      const isAlive = user?.sessions.includes(sessionIdOf(token)) ?? false;
      const others = [...(world.provers.get(userId) ?? [])].filter((prover) => prover !== person);
      if (isAlive && others.length > 0 && !world.administered.has(userId)) {
        violated("A session of another person's user", { person, user });
      }
    }
  }
}

function sessionIdOf(token: string): string {
  return String(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())["session_id"]);
}

/** A confirmed identifier belongs to one user, and the identity that stands for it says the same. */
function checkIdentifiers(users: readonly UserRow[]): void {
  const owners = new Map<string, string>();
  for (const user of users.filter(({ deleted_at }) => deleted_at === null)) {
    if (user.email_confirmed_at && !user.email) violated("An empty address is confirmed", user);
    if (user.phone_confirmed_at && !user.phone) violated("An empty number is confirmed", user);
    for (const identifier of confirmedOf(user)) {
      if (owners.has(identifier)) violated("An identifier of two users", identifier);
      owners.set(identifier, user.id);
    }
    checkEmailIdentity(user);
  }
}

function confirmedOf(user: UserRow): readonly string[] {
  const confirmed = [user.email_confirmed_at && user.email, user.phone_confirmed_at && user.phone];
  return confirmed.filter((identifier): identifier is string => Boolean(identifier));
}

function checkEmailIdentity(user: UserRow): void {
  const identity = user.identities.find(({ provider }) => provider === "email");
  if (identity === undefined) return;
  if (identity.email !== user.email) violated("An e-mail identity with another address", user);
  if (identity.verified && user.email_confirmed_at === null) violated("A verified identity without its address", user);
}

/** No pending token survives its cancellation, or its user. */
function checkTokens(users: readonly UserRow[]): void {
  for (const user of users) {
    if (user.deleted_at !== null && user.tokens.length + user.sessions.length + user.leftovers > 0) {
      violated("A deleted user has tokens", user);
    }
    const expected: Readonly<Record<string, readonly (string | null)[]>> = {
      confirmation_token: [user.email, user.phone],
      recovery_token: [user.email],
      email_change_token_current: user.email_change ? [user.email] : [],
      email_change_token_new: user.email_change ? [user.email_change] : [],
      phone_change_token: user.phone_change ? [user.phone_change] : [],
    };
    for (const { token_type, relates_to } of user.tokens) {
      if (!expected[token_type]?.includes(relates_to)) violated("A token outlives what it was for", { user });
    }
  }
}

/** Nothing proved is lost except by its owner or an administrator. */
function checkLosses(world: World, step: Step, before: UserRow, after: UserRow | undefined): void {
  const provers = world.provers.get(before.id);
  if (provers === undefined || isAdministrative(step)) return;
  if (provers.has(step.person) && canGiveUp(step)) return;
  // An administrator can make a user that one person has proved the account of another.
  const holdsSession = world.sessions[step.person].some(({ userId }) => userId === before.id);
  if (world.administered.has(before.id) && holdsSession && !provers.has(step.person)) return;
  const lost = [
    after === undefined && "user",
    before.email_confirmed_at && (after?.email !== before.email || !after?.email_confirmed_at) && "email",
    before.phone_confirmed_at && (after?.phone !== before.phone || !after?.phone_confirmed_at) && "phone",
    before.encrypted_password && after?.encrypted_password !== before.encrypted_password && "password",
    before.identities.some(
      ({ provider, provider_id, verified }) =>
        verified && !after?.identities.some((kept) => kept.provider === provider && kept.provider_id === provider_id),
    ) && "identity",
    before.sessions.some((id) => !after?.sessions.includes(id)) && "session",
  ].filter(Boolean);
  if (lost.length > 0) violated(`Lost ${lost.join(", ")}`, { before, after });
}

async function runSteps(world: World, steps: readonly Step[]): Promise<void> {
  await world.reset();
  let before = await snapshot(world);
  for (const step of steps) {
    const proven = new Set([...world.provers].filter(([, provers]) => provers.size > 0).map(([id]) => id));
    await take(world, step);
    const after = await snapshot(world);
    for (const row of before.values()) if (proven.has(row.id)) checkLosses(world, step, row, after.get(row.id));
    checkSessions(world, after);
    checkIdentifiers([...after.values()]);
    checkTokens([...after.values()]);
    before = after;
  }
}

onEachStore("users who compete for contact values", (open) => {
  it(
    "keeps sessions, identifiers and tokens apart in every interleaving",
    async () => {
      const world = await openWorld(open);
      const property = fc.asyncProperty(interleaving, (steps) => runSteps(world, steps));
      // The report of a failure names the seed and the shortest interleaving.
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: process.env["CONTACT_RUNS"] === undefined });
    },
    60_000 + RUNS * 5_000,
  );
});
