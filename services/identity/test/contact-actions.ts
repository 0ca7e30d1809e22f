import { IdentityError } from "../src/errors.ts";
import type { ExternalIdentity } from "../src/identities/external-identity.ts";
import { linkExternally } from "../src/identities/link-externally.ts";
import { signInExternally } from "../src/identities/sign-in-externally.ts";
import { type Call, call, type Reply } from "./call.ts";
import { CODE, emailOf, ownerOf, type Person, phoneOf, SCIM_TOKEN, SECRET_KEY, type World } from "./contact-world.ts";

/** One step of an interleaving: who does what, with which contact value. */
export interface Step {
  readonly action: Action;
  readonly person: Person;
  readonly value: number;
  /** Chooses among what there is: a session, an identity, a message. */
  readonly pick: number;
}

type Act = (world: World, step: Step) => Promise<void>;

const passwordOf = (person: Person) => `correct horse ${person}`;

/** Sends a request. A failure of the server is a violation, whatever was asked. */
async function send({ app }: World, route: `${string} /${string}`, options: Call = {}): Promise<Reply> {
  const reply = await call({ app }, route, options);
  if (reply.status >= 500) throw new Error(`${route} failed: ${reply.text}`);
  return reply;
}

const byAdministrator = (world: World, route: `${string} /${string}`, body?: unknown) =>
  send(world, route, { bearer: SECRET_KEY, ...(body === undefined ? {} : { body }) });

const byDirectory = (world: World, route: `${string} /${string}`, body?: unknown) =>
  send(world, route, {
    bearer: SCIM_TOKEN,
    ...(body === undefined ? {} : { body, headers: { "content-type": "application/scim+json" } }),
  });

function sessionOf({ sessions }: World, { person, pick }: Step) {
  const held = sessions[person];
  return held[held.length === 0 ? 0 : pick % held.length];
}

/** Keeps the session of an answer. @param hasProved - an identifier of the session's user, by this very step */
function keepSession(world: World, person: Person, { json }: Pick<Reply, "json">, hasProved: boolean): void {
  const { access_token: token, user } = json;
  const userId = Object(user)["id"];
  if (typeof token !== "string" || typeof userId !== "string") return;
  const provers = world.provers.get(userId) ?? new Set();
  if (hasProved) world.provers.set(userId, provers.add(person));
  world.sessions[person].push({ token, userId });
}

async function userIds({ db }: World): Promise<string[]> {
  const { rows } = await db.query("select id from auth.users where deleted_at is null order by created_at, id");
  return rows.map(({ id }) => String(id));
}

/** What a provider says of a person. Google vouches for the address, GitHub only repeats what it was told. */
function accountOf(provider: "google" | "github", person: Person, email: string): ExternalIdentity {
  const isVerified = provider === "google";
  const claims = { sub: `${provider}-${person}`, email, email_verified: isVerified };
  return { provider, subject: `${provider}-${person}`, emails: [{ address: email, isVerified }], claims };
}

async function byProvider(world: World, external: ExternalIdentity, person: Person, userId?: string) {
  const request = {
    external,
    isEmailOptional: false,
    redirectTo: "http://localhost:3000",
    origin: { ipAddress: "127.0.0.1", userAgent: "test" },
    finish: async (_trx: unknown, user: { id: string }) => user.id,
  };
  try {
    const id =
      userId === undefined
        ? await signInExternally(world.identity, { ...request, audience: "authenticated" })
        : await linkExternally(world.identity, { ...request, userId });
    if (userId !== undefined) return;
    const provers = world.provers.get(id) ?? new Set();
    if ([...provers].some((prover) => prover !== person) && !world.administered.has(id)) {
      throw new Error("A provider has led to another person's user");
    }
    if (external.provider === "google") world.provers.set(id, provers.add(person));
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
  }
}

/** The verification that a message is for. */
const VERIFICATIONS: Readonly<Record<string, string>> = {
  confirmation: "signup",
  invite: "invite",
  recovery: "recovery",
  magic_link: "magiclink",
  email_change: "email_change",
};

const ACTIONS = {
  async signUp(world, { person, value }) {
    const before = new Set(await userIds(world));
    const body = { email: emailOf(value), password: passwordOf(person), data: { by: person } };
    await send(world, "POST /signup", { body });
    for (const id of await userIds(world)) if (!before.has(id)) world.passwordBy.set(id, person);
  },
  async askForCode(world, { value, person }) {
    await send(world, "POST /otp", { body: { email: emailOf(value) } });
    const { rows } = await world.db.query("select id from auth.users where email = $1", [emailOf(value)]);
    if (rows[0] !== undefined) world.passwordlessBy.add(`${rows[0]["id"]} ${person}`);
  },
  async askForPhoneCode(world, { value }) {
    await send(world, "POST /otp", { body: { phone: phoneOf(value) } });
  },
  async recover(world, { value }) {
    await send(world, "POST /recover", { body: { email: emailOf(value) } });
  },
  async resend(world, { person, value, pick }) {
    const bodies = [
      { type: "signup", email: emailOf(value) },
      { type: "email_change", email: emailOf(value) },
      { type: "sms", phone: phoneOf(value) },
      { type: "phone_change", phone: phoneOf(value) },
    ];
    // People ask for the message of a change again only while they wait for one.
    const { rows } = await world.db.query("select id from auth.users where email_change = $1 or phone_change = $2", [
      emailOf(value),
      phoneOf(value),
    ]);
    const own = new Set(world.sessions[person].map(({ userId }) => userId));
    if (pick % 2 === 1 && !rows.some(({ id }) => own.has(String(id)))) return;
    await send(world, "POST /resend", { body: bodies[pick] });
  },
  async changeEmail(world, step) {
    const session = sessionOf(world, step);
    if (session === undefined) return;
    await send(world, "PUT /user", { bearer: session.token, body: { email: emailOf(step.value) } });
  },
  async changePhone(world, step) {
    const session = sessionOf(world, step);
    if (session === undefined) return;
    await send(world, "PUT /user", { bearer: session.token, body: { phone: phoneOf(step.value) } });
  },
  /** Enters the current value again. */
  async cancelChange(world, step) {
    const session = sessionOf(world, step);
    if (session === undefined) return;
    const { json } = await send(world, "GET /user", { bearer: session.token });
    const own = step.pick % 2 === 0 ? "email" : "phone";
    if (!json[own]) return;
    const { json: changed } = await send(world, "PUT /user", { bearer: session.token, body: { [own]: json[own] } });
    if (changed[`new_${own}`] !== undefined) throw new Error(`The change of ${own} is still pending`);
  },
  async changePassword(world, step) {
    const session = sessionOf(world, step);
    if (session === undefined) return;
    const body = { password: `${passwordOf(step.person)} ${step.pick}` };
    await send(world, "PUT /user", { bearer: session.token, body });
  },
  async signIn(world, { person, value, pick }) {
    const password = pick === 0 ? passwordOf(person) : `${passwordOf(person)} ${pick}`;
    const reply = await send(world, "POST /token?grant_type=password", { body: { email: emailOf(value), password } });
    keepSession(world, person, reply, false);
  },
  /** Redeems a message that the person has received, and asked for. */
  async redeem(world, step) {
    const { person, pick } = step;
    const mine = world.messages.filter(({ to, by }) => isMail(to, person) && (by === person || by === "administrator"));
    const message = mine.at(-1 - (pick % 2));
    const type = VERIFICATIONS[message?.kind ?? ""];
    if (message === undefined || type === undefined) return;
    if (type === "signup" && !(await isOwnSignUp(world, message.to, person))) return;
    const body = pick < 2 ? { type, email: message.to, token: message.code } : { type, token_hash: message.hash };
    keepSession(world, person, await send(world, "POST /verify", { body }), true);
  },
  /** Enters the code of any message that the person has received, in a session of their own. */
  async redeemSignedIn(world, step) {
    const session = sessionOf(world, step);
    const message = world.messages.findLast(({ to, kind }) => isMail(to, step.person) && kind === "email_change");
    if (message === undefined || session === undefined) return;
    const body = { type: "email_change", email: message.to, token: message.code };
    const reply = await send(world, "POST /verify", { bearer: session.token, body });
    requireOwn(reply, session.userId);
    keepSession(world, step.person, reply, true);
  },
  /** Enters the code that an SMS provider sends to every user who waits for the number. */
  async redeemPhone(world, step) {
    const { person, value, pick } = step;
    if (ownerOf(value) !== person) return;
    const session = pick < 2 ? sessionOf(world, step) : undefined;
    const type = pick % 2 === 0 ? "phone_change" : "sms";
    const waiting = await world.db.query("select id from auth.users where phone_change = $1", [phoneOf(value)]);
    const own = new Set(world.sessions[person].map(({ userId }) => userId));
    // Without a session the code is entered only where the person themselves has asked for it.
    if (type === "phone_change" && session === undefined && !waiting.rows.some(({ id }) => own.has(String(id)))) return;
    const body = { type, phone: phoneOf(value), token: CODE };
    const reply = await send(world, "POST /verify", { body, ...(session && { bearer: session.token }) });
    if (type === "phone_change" && session !== undefined) requireOwn(reply, session.userId);
    keepSession(world, person, reply, true);
  },
  google: (world, { person }) => byProvider(world, accountOf("google", person, emailOf(person)), person),
  github: (world, { person, value }) => byProvider(world, accountOf("github", person, emailOf(value)), person),
  async link(world, step) {
    const session = sessionOf(world, step);
    if (session === undefined) return;
    const { person, value, pick } = step;
    const external =
      pick % 2 === 0 ? accountOf("google", person, emailOf(person)) : accountOf("github", person, emailOf(value));
    await byProvider(world, external, person, session.userId);
  },
  async unlink(world, step) {
    const session = sessionOf(world, step);
    if (session === undefined) return;
    const { json } = await send(world, "GET /user", { bearer: session.token });
    const identities = Array.isArray(json["identities"]) ? json["identities"] : [];
    const id = identities[step.pick % Math.max(identities.length, 1)]?.identity_id;
    if (id === undefined) return;
    const reply = await send(world, `DELETE /user/identities/${id}`, { bearer: session.token });
    if (reply.status !== 200 || !json["email_confirmed_at"] || json["phone_confirmed_at"]) return;
    const { status, json: after } = await send(world, "GET /user", { bearer: session.token });
    if (status === 200 && !after["confirmed_at"]) throw new Error("Unlinking has unconfirmed the user");
  },
  async invite(world, { value }) {
    await byAdministrator(world, "POST /invite", { email: emailOf(value), data: { invited: true } });
  },
  async edit(world, { value, pick, person }) {
    const ids = await userIds(world);
    const id = ids[person % Math.max(ids.length, 1)];
    if (id === undefined) return;
    const bodies = [
      { email: emailOf(value) },
      { email: emailOf(value), email_confirm: false },
      { phone: phoneOf(value), phone_confirm: true },
      { email_confirm: true, phone_confirm: true },
    ];
    world.administered.add(id);
    await byAdministrator(world, `PUT /admin/users/${id}`, bodies[pick]);
  },
  async remove(world, { person, pick }) {
    const ids = await userIds(world);
    const id = ids[person % Math.max(ids.length, 1)];
    if (id === undefined) return;
    await byAdministrator(world, `DELETE /admin/users/${id}`, { should_soft_delete: pick > 0 });
  },
  async provision(world, { value }) {
    // An administrator can change the address of a directory user, who keeps the userName.
    const taken = await world.db.query(
      `select 1 from auth.users u left join vedette.scim_users d on d.user_id = u.id
        where u.email = $1 or (d.user_name = $1 and u.deleted_at is null)`,
      [emailOf(value)],
    );
    const reply = await byDirectory(world, "POST /scim/v2/Users", scimUser(value));
    if (taken.rows.length === 0 && reply.status !== 201) throw new Error(`A free userName is refused: ${reply.text}`);
  },
  async patch(world, { value, pick }) {
    const { json } = await byDirectory(world, "GET /scim/v2/Users");
    const people = Array.isArray(json["Resources"]) ? json["Resources"] : [];
    const id = people[pick % Math.max(people.length, 1)]?.id;
    if (id === undefined) return;
    world.administered.add(id);
    if (pick === 3) await byDirectory(world, `DELETE /scim/v2/Users/${id}`);
    else await byDirectory(world, `PUT /scim/v2/Users/${id}`, { ...scimUser(value), active: pick !== 2 });
  },
} as const satisfies Readonly<Record<string, Act>>;

export type Action = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly Action[];

/** What administrators and the directory do. */
const ADMINISTRATIVE: ReadonlySet<Action> = new Set(["invite", "edit", "remove", "provision", "patch"]);
/** By what a user gives up an identifier or a password of their own. */
const GIVING_UP: ReadonlySet<Action> = new Set(["unlink", "changePassword", "redeem", "redeemSignedIn", "redeemPhone"]);

export function isAdministrative({ action }: Step): boolean {
  return ADMINISTRATIVE.has(action);
}

export function canGiveUp({ action }: Step): boolean {
  return GIVING_UP.has(action);
}

export async function take(world: World, step: Step): Promise<void> {
  world.actor = isAdministrative(step) ? "administrator" : step.person;
  await ACTIONS[step.action](world, step);
}

function isMail(to: string, person: Person): boolean {
  return [0, 1, 2].some((value) => ownerOf(value) === person && emailOf(value) === to);
}

async function isOwnSignUp(world: World, email: string, person: Person): Promise<boolean> {
  const { rows } = await world.db.query("select id from auth.users where email = $1", [email]);
  const id = String(rows[0]?.["id"]);
  const by = world.passwordBy.get(id);
  return by === undefined || by === person || world.passwordlessBy.has(`${id} ${person}`);
}

function requireOwn({ json }: Reply, userId: string): void {
  const id = Object(json["user"])["id"];
  if (id !== undefined && id !== userId) throw new Error("A change was confirmed for another user");
}

function scimUser(value: number) {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName: emailOf(value),
    emails: [{ value: emailOf(value), type: "work", primary: true }],
    active: true,
  };
}
