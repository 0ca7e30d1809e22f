import { Readable } from "node:stream";
import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { checkSeals } from "../audit/audit-seals.ts";
import { auditEntriesSince } from "../audit/export-audit-entries.ts";
import { listAuditEntries } from "../audit/list-audit-entries.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { ADMIN } from "./access.ts";
import { pageLinks, readPage } from "./pages.ts";
import { LONGEST_ANSWER_MS, type RouteOptions } from "./route-options.ts";

const AuditQueryString = Type.Object({
  page: Type.Optional(Type.String({ maxLength: 20 })),
  per_page: Type.Optional(Type.String({ maxLength: 20 })),
  query: Type.Optional(Type.String({ maxLength: 255 })),
  target: Type.Optional(Type.String({ maxLength: 255 })),
  from: Type.Optional(Type.String({ maxLength: 40 })),
  to: Type.Optional(Type.String({ maxLength: 40 })),
});

const SinceQueryString = Type.Object({ since: Type.Optional(Type.String({ maxLength: 40 })) });

/**
 * /admin/audit; /admin/audit/export: all of it, one JSON object a line, oldest first; /admin/audit/chain: whether all of it
 * is there as it was written.
 */
export const adminAuditRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  app.get(
    "/admin/audit",
    { config: { permission: ADMIN }, schema: { querystring: AuditQueryString } },
    async (request, reply) => {
      const page = readPage(request.query);
      const { query = "", target = "", from, to } = request.query;
      const { entries, total } = await listAuditEntries(identity.db, {
        ...page,
        query,
        target,
        from: from === undefined ? undefined : readMoment("from", from),
        to: to === undefined ? undefined : readMoment("to", to),
      });
      reply.headers({ "x-total-count": String(total), link: pageLinks(request.url, { ...page, total }) });
      return entries;
    },
  );

  app.get(
    "/admin/audit/chain",
    { config: { permission: ADMIN }, schema: { querystring: SinceQueryString } },
    async ({ query }) => {
      const { isWhole, entries, brokenBetween } = await checkSeals(identity.db, readMoment("since", query.since));
      return { is_whole: isWhole, entries, ...(brokenBetween === undefined ? {} : { broken_between: brokenBetween }) };
    },
  );

  app.get(
    "/admin/audit/export",
    { config: { permission: ADMIN, answerWithinMs: LONGEST_ANSWER_MS }, schema: { querystring: SinceQueryString } },
    async ({ query }, reply) => {
      const lines = Readable.from(linesSince(identity.db, readMoment("since", query.since)), { objectMode: false });
      return reply.type("application/x-ndjson; charset=utf-8").send(lines);
    },
  );
};

/** @throws IdentityError `validation_failed` */
function readMoment(name: "since" | "from" | "to", text = ""): Date {
  const moment = new Date(text === "" ? 0 : text);
  if (!Number.isNaN(moment.getTime())) return moment;
  throw new IdentityError("validation_failed", { message: `${name} must be a date, 2026-01-31 for instance` });
}

async function* linesSince(db: Identity["db"], since: Date): AsyncGenerator<string, void> {
  for await (const entries of auditEntriesSince(db, since)) {
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  }
}
