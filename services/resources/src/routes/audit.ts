import { Readable } from "node:stream";
import type { RoutePlugin } from "@vedette/http";
import { type Static, Type } from "typebox";
import { type AuditRecord, checkChain, recordsAfter, sealRecords } from "../audit/chain.ts";
import { type AuditFilter, searchAudit } from "../audit/search.ts";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import { Moment, readMoment } from "./moment.ts";
import { PAGING, pageOf } from "./paging.ts";

/** A whole log may take a slow reader longer than any other answer. */
const EXPORT_TIMEOUT_MS = 600_000;
const text = Type.Optional(Type.String({ maxLength: 200, pattern: "^[^\\p{Cs}\\0]*$" }));
const FILTER = { actor: text, action: text, target: text, from: Moment, to: Moment };
const Search = Type.Object({ ...PAGING, ...FILTER });
const Export = Type.Object({ ...FILTER, after: Type.Optional(Type.String({ pattern: "^[0-9]{1,18}$" })) });

/**
 * /api/audit: what was done in the organisation, one JSON object a line, oldest first; some of it, newest first; and whether
 * nothing is missing.
 */
export const auditRoutes: RoutePlugin<{ resources: Resources }> = async (app, { resources: { db } }) => {
  const reading = { config: { permission: "audit:read", answerWithinMs: EXPORT_TIMEOUT_MS } };

  app.get("/", { ...reading, schema: { querystring: Export } }, async ({ query: { after = "0", ...asked } }, reply) => {
    await sealRecords(db);
    const lines = Readable.from(linesAfter(db, after, filterOf(asked)), { objectMode: false });
    return reply.type("application/x-ndjson; charset=utf-8").send(lines);
  });

  app.get("/records", { config: { permission: "audit:read" }, schema: { querystring: Search } }, async ({ query }) => {
    const { page, perPage } = pageOf(query);
    const { records, total } = await searchAudit(db, { ...filterOf(query), page, perPage });
    return { totalCount: total, page, perPage, records };
  });

  app.get("/chain", reading, async () => await checkChain(db));
};

type Asked = Static<Type.TObject<typeof FILTER>>;

function filterOf({ actor = "", action = "", target = "", from, to }: Asked): AuditFilter {
  return { actor, action, target, from: readMoment(from), to: readMoment(to) };
}

async function* linesAfter(db: Store, place: string, filter: AuditFilter): AsyncGenerator<string> {
  for await (const records of recordsAfter(db, place, filter)) yield records.map(lineOf).join("");
}

/** `details` is JSON text in the record and comes as it is. */
function lineOf({ details, hash, ...record }: AuditRecord): string {
  const rest = JSON.stringify({ ...record, hash: Buffer.from(hash ?? []).toString("hex") });
  return `${rest.slice(0, -1)},"details":${details}}\n`;
}
