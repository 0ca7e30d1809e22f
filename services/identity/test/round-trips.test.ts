import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { migrate, openDatabase } from "@vedette/database";
import { createPostgresTestDatabase } from "@vedette/database/testing";
import { expect, it, onTestFinished } from "vitest";
import { aUser, call, PASSWORD, signIn } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

/** Length of the message at the front; `undefined` while it is not whole. The first one has no letter for its kind. */
function messageEnd(bytes: Buffer, isFirst: boolean): number | undefined {
  const head = isFirst ? 0 : 1;
  if (bytes.length < head + 4) return undefined;
  const end = head + bytes.readInt32BE(head);
  return bytes.length < end ? undefined : end;
}

/** Counts the questions of a client: each ends with a Sync, or is a simple Query (PostgreSQL, Message Formats). */
function countQuestions(socket: Socket, onQuestion: () => void): void {
  let pending = Buffer.alloc(0);
  let isFirst = true;
  socket.on("data", (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (let end = messageEnd(pending, isFirst); end !== undefined; end = messageEnd(pending, isFirst)) {
      const kind = String.fromCharCode(pending[0] ?? 0);
      if (!isFirst && (kind === "S" || kind === "Q")) onQuestion();
      isFirst = false;
      pending = pending.subarray(end);
    }
  });
}

/** A PostgreSQL of which every question is counted. */
async function aCountedStore() {
  const { url, drop } = await createPostgresTestDatabase();
  const target = new URL(url);
  let questions = 0;
  const proxy = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    countQuestions(incoming, () => (questions += 1));
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) socket.on("error", () => socket.destroy());
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const counted = new URL(url);
  counted.hostname = "127.0.0.1";
  counted.port = typeof address === "object" && address !== null ? String(address.port) : "";
  const db = await openDatabase({ url: counted.href });
  onTestFinished(async () => {
    await db.close();
    proxy.close();
    await drop();
  });
  return { db, asked: () => questions };
}

const TRIES = 6;

it("nobody waits for more questions to the database than are needed", async () => {
  const { db, asked } = await aCountedStore();
  const server = await startIdentity(
    async (migrations) => {
      await migrate(db, migrations ?? []);
      return db;
    },
    { settings: { "auth.email.autoconfirm": true } },
  );
  await aUser(server);
  const { accessToken, refreshToken } = await signIn(server);
  let newest = refreshToken;
  const credentials = { email: "ada@example.com", password: PASSWORD };
  /** The queue asks for work meanwhile; the fewest of some tries are those of the request. */
  const fewest = async (request: (turn: number) => Promise<{ status: number }>): Promise<number> => {
    const counts: number[] = [];
    for (let turn = 0; turn < TRIES; turn += 1) {
      const before = asked();
      expect((await request(turn)).status).toBe(200);
      counts.push(asked() - before);
    }
    return Math.min(...counts);
  };

  const questions = {
    getUser: await fewest(() => call(server, "GET /user", { bearer: accessToken })),
    refresh: await fewest(async () => {
      const body = { refresh_token: newest };
      const answer = await call(server, "POST /token?grant_type=refresh_token", { body });
      newest = String(answer.json["refresh_token"]);
      return answer;
    }),
    signIn: await fewest(() => call(server, "POST /token?grant_type=password", { body: credentials })),
    signUp: await fewest((turn) =>
      call(server, "POST /signup", { body: { email: `new-${turn}@example.com`, password: PASSWORD } }),
    ),
  };

  expect(questions.getUser).toBe(1);
  expect(questions.refresh).toBeLessThanOrEqual(2);
  expect(questions.signIn).toBeLessThanOrEqual(4);
  expect(questions.signUp).toBeLessThanOrEqual(6);
});
