import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { say } from "../../console.ts";
import { CommandError } from "../../start-failure.ts";
import { callServer, requireSuccess, type ServerAccess, textOf } from "../server-call.ts";

const EXPORT = "/auth/v1/admin/users/export";

/** What the server says where a way to sign in is somebody's already: the same person's, or another one's. */
const IS_TAKEN: ReadonlySet<string | undefined> = new Set(["email_exists", "phone_exists", "identity_already_exists"]);

/**
 * Writes everybody into a file, one JSON object a line, with the hashes of their passwords: nobody else may read it, and
 * a file that is there already stays as it is.
 */
export async function exportUsers({ server, token }: ServerAccess, path: string): Promise<void> {
  const answer = await fetch(server + EXPORT, { headers: { authorization: `Bearer ${token}` } }).catch((cause) => {
    throw new CommandError(`${new URL(server).origin} does not answer; is Vedette running there?`, { cause });
  });
  if (!answer.ok || answer.body === null) {
    const text = await answer.text();
    requireSuccess({ status: answer.status, text, json: parse(text) });
    throw new CommandError("the server answered with nothing");
  }
  const file = await open(path, "wx", 0o600).catch((cause) => {
    const isThere = Reflect.get(Object(cause), "code") === "EEXIST";
    throw new CommandError(isThere ? `${path} is there already; name another file` : `${path} cannot be written`, {
      cause,
    });
  });
  let count = 0;
  try {
    for await (const chunk of answer.body) {
      await file.appendFile(chunk);
      count += chunk.reduce((sum, byte) => sum + (byte === LINE_FEED ? 1 : 0), 0);
    }
  } catch (cause) {
    throw new CommandError(`${path} is not whole`, { cause });
  } finally {
    await file.close();
  }
  say.out(`${count} people in ${path}. It holds the hashes of their passwords: keep it like the database.`);
}

const LINE_FEED = 0x0a;

/**
 * Makes users of the lines of a file; whoever is here already stays as they are.
 *
 * @returns exit code: 1 where somebody could not be taken in
 */
export async function importUsers(access: ServerAccess, path: string): Promise<number> {
  const counts = { made: 0, here: 0, refused: 0 };
  let number = 0;
  for await (const line of linesOf(path)) {
    number += 1;
    if (line.trim() === "") continue;
    const outcome = await importUser(access, line);
    counts[outcome.kind] += 1;
    if (outcome.kind === "refused") say.error(`${path}, line ${number}: ${outcome.reason}`);
  }
  say.out(`${counts.made} people are new, ${counts.here} were here already, ${counts.refused} could not be taken in.`);
  return counts.refused === 0 ? 0 : 1;
}

/** @throws CommandError for a file that cannot be read */
async function* linesOf(path: string): AsyncGenerator<string, void> {
  try {
    yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (cause) {
    throw new CommandError(`${path} cannot be read`, { cause });
  }
}

type Outcome = { readonly kind: "made" | "here" } | { readonly kind: "refused"; readonly reason: string };

async function importUser(access: ServerAccess, line: string): Promise<Outcome> {
  const user = parse(line);
  if (typeof user !== "object" || user === null) return { kind: "refused", reason: "is no JSON object" };
  const body = JSON.stringify({ ...user, ...banOf(user) });
  const answer = await callServer(access, "/auth/v1/admin/users", { method: "POST", body });
  if (answer.status === 401 || answer.status === 403) requireSuccess(answer);
  if (answer.status === 200) return { kind: "made" };
  if (await isHere(access, user, textOf(answer.json, "error_code"))) return { kind: "here" };
  return { kind: "refused", reason: textOf(answer.json, "msg") ?? `the server answered ${answer.status}` };
}

/** Whether the refused line is about somebody whom the server has. Who has an id is nobody else, whatever the address. */
async function isHere(access: ServerAccess, user: object, code: string | undefined): Promise<boolean> {
  if (code === "conflict") return true;
  if (!IS_TAKEN.has(code)) return false;
  const id = textOf(user, "id");
  return (
    id === undefined || (await callServer(access, `/auth/v1/admin/users/${encodeURIComponent(id)}`)).status === 200
  );
}

const HOUR_MS = 3_600_000;
/** The server ends every ban before the year 10000. */
const LAST_BAN_END = Date.UTC(9999, 11, 31);

/** A ban ends when it would have ended, or within the hour after; the server knows bans by how long they last. */
function banOf(user: object): object {
  const end = Date.parse(textOf(user, "banned_until") ?? "");
  const hours = Math.ceil((Math.min(end, LAST_BAN_END) - Date.now()) / HOUR_MS);
  return hours > 0 ? { ban_duration: `${hours}h` } : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Said as such where it matters.
  }
}
