import { say } from "../console.ts";
import { CommandError } from "../start-failure.ts";
import { readCommandLine, SERVER_FLAGS, serverAccess } from "./command-line.ts";
import { askServer, type ServerAccess, textOf } from "./server-call.ts";

const FLAGS = {
  ...SERVER_FLAGS,
  duration: { type: "string" },
  name: { type: "string" },
  permission: { type: "string", multiple: true },
  role: { type: "string" },
} as const;

const PAGE = 500;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800, y: 31_536_000 };

interface Account {
  readonly id: number;
  readonly name: string;
  readonly role: string;
}

interface Token {
  readonly id: number;
  readonly name: string;
  /** RFC 3339; absent for one that never ends. */
  readonly expiration: string | undefined;
}

/** `vedette token …`: the tokens that programs call a running watch room with. */
export async function administerTokens(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine("token", args, FLAGS);
  const [word = "list", name, ...tokens] = positionals;
  const access = serverAccess(values);
  if (word === "list") {
    await list(access);
  } else if (word === "create" && name !== undefined && tokens.length === 0) {
    await create(access, { account: name, ...values });
  } else if (word === "revoke" && name !== undefined) {
    await revoke(access, name, tokens);
  } else {
    throw new CommandError("token takes list, create ACCOUNT, or revoke ACCOUNT and names of its tokens");
  }
  return 0;
}

async function list(access: ServerAccess): Promise<void> {
  for (const account of await accountsOf(access)) {
    for (const { name, expiration } of await tokensOf(access, account)) {
      say.out(`${account.role.padEnd(6)}  ${account.name}  ${name}  ${expiration ?? "never ends"}`);
    }
  }
}

interface TokenWish {
  readonly account: string;
  readonly duration?: string;
  readonly name?: string;
  /** `action` or `action scope`; all that the account may when there are none. */
  readonly permission?: readonly string[];
  readonly role?: string;
}

/** Makes the account, too, when there is none of this name. */
async function create(access: ServerAccess, wish: TokenWish): Promise<void> {
  const secondsToLive = wish.duration === undefined ? 0 : readSeconds(wish.duration);
  const known = (await accountsOf(access)).find(({ name }) => name === wish.account);
  if (known !== undefined && wish.role !== undefined && wish.role !== known.role) {
    throw new CommandError(`${wish.account} is ${known.role} already; a token may what its account may`);
  }
  const account = known ?? (await addAccount(access, wish.account, wish.role ?? "Viewer"));
  const name = wish.name ?? `${wish.account} ${new Date().toISOString()}`;
  const made = await askServer(access, `/api/serviceaccounts/${account.id}/tokens`, {
    method: "POST",
    body: { name, secondsToLive, ...(wish.permission && { permissions: wish.permission.map(readPermission) }) },
  });
  say.out(textOf(made, "key") ?? "");
}

function readPermission(text: string): { readonly action: string; readonly scope?: string } {
  const [, action = "", scope = ""] = /^(\S*)\s*(.*)$/s.exec(text.trim()) ?? [];
  return scope === "" ? { action } : { action, scope };
}

/** @param names - which of the account's tokens; all when none is named */
async function revoke(access: ServerAccess, accountName: string, names: readonly string[]): Promise<void> {
  const account = (await accountsOf(access)).find(({ name }) => name === accountName);
  if (account === undefined) throw new CommandError(`there is no service account ${accountName}`);
  const tokens = await tokensOf(access, account);
  const unknown = names.find((name) => !tokens.some((token) => token.name === name));
  if (unknown !== undefined) throw new CommandError(`${accountName} has no token ${unknown}`);
  for (const { id, name } of tokens.filter((token) => names.length === 0 || names.includes(token.name))) {
    await askServer(access, `/api/serviceaccounts/${account.id}/tokens/${id}`, { method: "DELETE" });
    say.out(`${name} is not accepted any more.`);
  }
}

async function addAccount(access: ServerAccess, name: string, role: string): Promise<Account> {
  return readAccount(await askServer(access, "/api/serviceaccounts", { method: "POST", body: { name, role } }));
}

async function accountsOf(access: ServerAccess): Promise<Account[]> {
  const found: Account[] = [];
  for (let page = 1; ; page++) {
    const answer = await askServer(access, `/api/serviceaccounts/search?page=${page}&perpage=${PAGE}`);
    const accounts: unknown = Reflect.get(Object(answer), "serviceAccounts");
    if (!Array.isArray(accounts)) throw new CommandError("the server answered no list of service accounts");
    found.push(...accounts.map(readAccount));
    if (accounts.length === 0 || found.length >= Number(Reflect.get(Object(answer), "totalCount"))) return found;
  }
}

async function tokensOf(access: ServerAccess, { id }: Account): Promise<Token[]> {
  const tokens = await askServer(access, `/api/serviceaccounts/${id}/tokens`);
  if (!Array.isArray(tokens)) throw new CommandError("the server answered no list of tokens");
  return tokens.map((token: unknown) => ({
    id: idOf(token),
    name: textOf(token, "name") ?? "",
    expiration: textOf(token, "expiration"),
  }));
}

function readAccount(value: unknown): Account {
  return { id: idOf(value), name: textOf(value, "name") ?? "", role: textOf(value, "role") ?? "" };
}

function idOf(value: unknown): number {
  return Number(Reflect.get(Object(value), "id"));
}

/** @throws CommandError for anything but a whole number and one unit */
function readSeconds(duration: string): number {
  const [, count, unit = ""] = /^(\d{1,9})([smhdwy])$/.exec(duration) ?? [];
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (!(seconds > 0)) throw new CommandError(`--duration ${duration}: write a number and s, m, h, d, w or y, like 30d`);
  return seconds;
}
