import { text } from "node:stream/consumers";
import { say } from "../console.ts";
import { CommandError } from "../start-failure.ts";
import { readCommandLine, SERVER_FLAGS, serverAccess } from "./command-line.ts";
import { askServer, type ServerAccess, textOf } from "./server-call.ts";
import { exportUsers, importUsers } from "./transfer/users-file.ts";

const FLAGS = {
  ...SERVER_FLAGS,
  name: { type: "string" },
  password: { type: "boolean" },
  role: { type: "string" },
} as const;

const PAGE = 500;
/** A hundred years: the sign-in service knows no ban without an end. */
const FOR_EVER = "876000h";

interface Wish {
  readonly access: ServerAccess;
  readonly email: string;
  readonly role: string | undefined;
  readonly name: string | undefined;
  readonly hasPassword: boolean;
}

const ACTIONS: ReadonlyMap<string, (wish: Wish) => Promise<void>> = new Map([
  ["create", create],
  ["invite", invite],
  ["role", changeRole],
  ["link", printLink],
  ["ban", (wish: Wish) => ban(wish, FOR_EVER)],
  ["unban", (wish: Wish) => ban(wish, "none")],
  ["delete", remove],
]);

/** `vedette user …`: the people of a running watch room. */
export async function administerUsers(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine("user", args, FLAGS);
  const [word = "list", email, ...more] = positionals;
  const access = serverAccess(values);
  if (word === "list" && email === undefined) {
    await list(access);
    return 0;
  }
  if (word === "export" || word === "import") {
    if (email === undefined || more.length > 0) throw new CommandError(`user ${word} takes one file`);
    if (word === "import") return importUsers(access, email);
    await exportUsers(access, email);
    return 0;
  }
  const action = ACTIONS.get(word);
  if (action === undefined) {
    throw new CommandError(`user takes list, ${[...ACTIONS.keys()].join(", ")}, export or import; not ${word}`);
  }
  if (email === undefined || more.length > 0) throw new CommandError(`user ${word} takes one e-mail address`);
  const { role, name, password: hasPassword = false } = values;
  await action({ access, email, role, name, hasPassword });
  return 0;
}

async function list(access: ServerAccess): Promise<void> {
  for (let page = 1; ; page++) {
    const answer = await askServer(access, `/api/users?page=${page}&perpage=${PAGE}`);
    const people: unknown = Reflect.get(Object(answer), "users");
    if (!Array.isArray(people)) throw new CommandError("the server answered no list of people");
    for (const person of people) {
      const [role, state, email] = ["role", "state", "email"].map((key) => textOf(person, key) ?? "");
      say.out(`${role?.padEnd(6)}  ${state?.padEnd(11)}  ${email}`);
    }
    if (people.length < PAGE) return;
  }
}

/** Somebody whose address needs no proof: whoever runs the server vouches for it. */
async function create({ access, email, name, role = "Viewer", hasPassword }: Wish): Promise<void> {
  const password = hasPassword ? { password: await readPassword() } : {};
  const user = await askServer(access, "/auth/v1/admin/users", {
    method: "POST",
    body: { email, email_confirm: true, ...password, ...(name === undefined ? {} : { user_metadata: { name } }) },
  });
  await giveRole(access, textOf(user, "id") ?? "", role);
  say.out(`${email} is here as ${role}.`);
  if (!hasPassword) await printLink({ access, email });
}

async function invite({ access, email, name, role = "Viewer" }: Wish): Promise<void> {
  const body = { email, role, ...(name === undefined ? {} : { name }) };
  await askServer(access, "/api/org/invites", { method: "POST", body });
  say.out(`${email} is invited as ${role}.`);
}

async function changeRole({ access, email, role }: Wish): Promise<void> {
  if (role === undefined) throw new CommandError("say which role: --role Viewer, Editor or Admin");
  await giveRole(access, await findUid(access, email), role);
  say.out(`${email} is ${role} now.`);
}

/** Prints what a mail would say, for somebody whom no mail reaches. */
async function printLink({ access, email }: Pick<Wish, "access" | "email">): Promise<void> {
  const redirectTo = encodeURIComponent(`${access.server}/reset`);
  const link = await askServer(access, `/auth/v1/admin/generate_link?redirect_to=${redirectTo}`, {
    method: "POST",
    body: { type: "recovery", email },
  });
  say.out(`Whoever opens this link once is signed in as ${email} and sets a password:`);
  say.out(textOf(link, "action_link") ?? "");
}

async function ban({ access, email }: Wish, duration: string): Promise<void> {
  const path = `/auth/v1/admin/users/${encodeURIComponent(await findUid(access, email))}`;
  await askServer(access, path, { method: "PUT", body: { ban_duration: duration } });
  say.out(duration === "none" ? `${email} may sign in again.` : `${email} may not sign in any more.`);
}

async function remove({ access, email }: Wish): Promise<void> {
  const path = `/auth/v1/admin/users/${encodeURIComponent(await findUid(access, email))}`;
  await askServer(access, path, { method: "DELETE" });
  say.out(`${email} is gone.`);
}

async function findUid(access: ServerAccess, email: string): Promise<string> {
  const person = await askServer(access, `/api/users/lookup?loginOrEmail=${encodeURIComponent(email)}`);
  return textOf(person, "uid") ?? "";
}

async function giveRole(access: ServerAccess, uid: string, role: string): Promise<void> {
  await askServer(access, `/api/org/users/${encodeURIComponent(uid)}`, { method: "PATCH", body: { role } });
}

/** From standard input: arguments are seen by everybody on the machine and kept by shells. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) say.error("Password, then Enter and Ctrl+D:");
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password === "") throw new CommandError("standard input has no password");
  return password;
}
