import { say } from "../console.ts";
import { CommandError } from "../start-failure.ts";
import { readCommandLine, SERVER_FLAGS, serverAccess } from "./command-line.ts";
import { askServer, type ServerAccess, textOf } from "./server-call.ts";

const FLAGS = {
  ...SERVER_FLAGS,
  algorithm: { type: "string" },
  now: { type: "boolean" },
  project: { type: "string" },
} as const;

/** Clients keep published keys for ten minutes; twice that is on the safe side. */
const PUBLISHED_MINUTES = 20;
const MINUTE_MS = 60_000;

interface SigningKey {
  readonly id: string;
  readonly algorithm: string;
  readonly status: string;
  readonly created_at: string;
  readonly updated_at: string;
}

interface Target {
  readonly access: ServerAccess;
  readonly path: string;
  readonly algorithm: string;
  /** The server need not wait for clients to have seen a key. */
  readonly isHurried: boolean;
}

type Action = (target: Target, id: string | undefined) => Promise<void>;

const ACTIONS: ReadonlyMap<string, Action> = new Map([
  ["list", list],
  ["add", add],
  ["use", use],
  ["revoke", revoke],
]);

/** `vedette keys …`: shows and rotates the keys that sign access tokens, without signing anybody out. */
export async function manageKeys(args: readonly string[]): Promise<number> {
  const { values, positionals } = readCommandLine("keys", args, FLAGS);
  const [word = "list", id] = positionals;
  const action = ACTIONS.get(word);
  if (action === undefined) throw new CommandError(`keys takes ${[...ACTIONS.keys()].join(", ")}; not ${word}`);
  const project = values.project ?? "default";
  const target = {
    access: serverAccess(values),
    path: `/v1/projects/${encodeURIComponent(project)}/config/auth/signing-keys`,
    algorithm: values.algorithm ?? "ES256",
    isHurried: values.now ?? false,
  };
  await action(target, id);
  return 0;
}

async function list(target: Target): Promise<void> {
  for (const { id, algorithm, status, updated_at } of await fetchKeys(target)) {
    say.out(`${id}  ${algorithm.padEnd(5)}  ${status.padEnd(15)}  since ${updated_at}`);
  }
}

async function add(target: Target): Promise<void> {
  const answer = await askServer(target.access, target.path, {
    method: "POST",
    body: { algorithm: target.algorithm },
  });
  const { id } = readKey(answer);
  say.out(`${id} is published. From ${PUBLISHED_MINUTES} minutes on it may sign: vedette keys use ${id}`);
}

async function use(target: Target, id: string | undefined): Promise<void> {
  const key = await findKey(target, id);
  const ageMs = Date.now() - Date.parse(key.created_at);
  if (!target.isHurried && ageMs < PUBLISHED_MINUTES * MINUTE_MS) {
    const minutes = Math.ceil(PUBLISHED_MINUTES - ageMs / MINUTE_MS);
    throw new CommandError(`clients may not know this key yet; come back in ${minutes} minutes, or say --now`);
  }
  await changeStatus(target, key, "in_use");
  say.out(`${key.id} signs from now on. The one before is still accepted; revoke it once its last token has expired.`);
}

async function revoke(target: Target, id: string | undefined): Promise<void> {
  const key = await findKey(target, id);
  await changeStatus(target, key, "revoked");
  say.out(`${key.id} is not accepted any more.`);
}

async function changeStatus({ access, path }: Target, key: SigningKey, status: string): Promise<void> {
  await askServer(access, `${path}/${encodeURIComponent(key.id)}`, { method: "PATCH", body: { status } });
}

async function findKey(target: Target, id: string | undefined): Promise<SigningKey> {
  if (id === undefined) throw new CommandError("name a key; vedette keys list shows them");
  const key = (await fetchKeys(target)).find((candidate) => candidate.id === id);
  if (key === undefined) throw new CommandError(`there is no key ${id}; vedette keys list shows them`);
  return key;
}

async function fetchKeys(target: Target): Promise<readonly SigningKey[]> {
  const answer: unknown = await askServer(target.access, target.path);
  const keys: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "keys") : undefined;
  return Array.isArray(keys) ? keys.map(readKey) : [];
}

function readKey(value: unknown): SigningKey {
  const text = (name: string): string => textOf(value, name) ?? "";
  return {
    id: text("id"),
    algorithm: text("algorithm"),
    status: text("status"),
    created_at: text("created_at"),
    updated_at: text("updated_at"),
  };
}
