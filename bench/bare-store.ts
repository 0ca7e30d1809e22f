import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { env, stdout } from "node:process";
import pg from "pg";

/**
 * The least that keeps documents in PostgreSQL and answers them over HTTP: one statement, no parsing, no users, no history,
 * no audit, nothing kept in memory. What this does beside etcd is what the machine, its disk and its database allow.
 */
const pool = new pg.Pool({ connectionString: env["DATABASE_URL"], max: 10 });
await pool.query(
  `create table documents (name text collate "C" primary key, version bigint not null, doc text not null)`,
);
await pool.query("alter table documents alter column doc set compression lz4").catch(() => undefined); // built without it

const INSERT = { name: "insert", text: "insert into documents values ($1, 1, $2) returning version" };
const UPDATE = {
  name: "update",
  text: "update documents set doc = $2, version = version + 1 where name = $1 and version = $3 returning version",
};
const LIST = { name: "list", text: "select doc from documents order by name limit 100" };

const server = createServer((request, response) => {
  answer(request).then(
    ([status, text]) => send(response, status, text),
    (error: unknown) => send(response, 500, String(error)),
  );
});

async function answer(request: IncomingMessage): Promise<[status: number, text: string]> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://bare");
  if (request.method === "GET") {
    const { rows } = await pool.query(LIST);
    return [200, `[${rows.map(({ doc }) => doc).join(",")}]`];
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const document = Buffer.concat(chunks).toString();
  const name = pathname.slice(1);
  const { rows } =
    request.method === "POST"
      ? await pool.query({ ...INSERT, values: [name, document] })
      : await pool.query({ ...UPDATE, values: [name, document, searchParams.get("version")] });
  return rows.length === 0 ? [409, ""] : [200, `{"version":"${rows[0].version}"}`];
}

function send(response: ServerResponse, status: number, text: string): void {
  const body = Buffer.from(text);
  response.writeHead(status, { "content-type": "application/json", "content-length": body.length });
  response.end(body);
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  stdout.write(`${typeof address === "object" && address !== null ? address.port : ""}\n`);
});
