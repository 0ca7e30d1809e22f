import { Readable } from "node:stream";
import type { RoutePlugin } from "@vedette/http";
import { type Static, Type } from "typebox";
import { catchUpOrder } from "../audit/audit-order.ts";
import { checkSeals } from "../audit/audit-seals.ts";
import { auditEntries } from "../audit/export-audit-entries.ts";
import { type AuditSearch, listAuditEntries } from "../audit/list-audit-entries.ts";
import { IdentityError } from "../errors.ts";
import type { Identity } from "../identity.ts";
import { ADMIN } from "./access.ts";
import { pageLinks, readPage } from "./pages.ts";
import { LONGEST_ANSWER_MS, type RouteOptions } from "./route-options.ts";

const moment = Type.Optional(Type.String({ maxLength: 40 }));
const text = Type.Optional(Type.String({ maxLength: 255 }));
const SEARCH = { query: text, actor: text, action: text, target: text, from: moment, to: moment };
const AuditQueryString = Type.Object({
  page: Type.Optional(Type.String({ maxLength: 20 })),
  per_page: Type.Optional(Type.String({ maxLength: 20 })),
  ...SEARCH,
});
const SinceQueryString = Type.Object({ since: moment });
/** `since` is another word for `from`; both at once would leave open which one is meant. */
const ExportQueryString = Type.Object({ since: moment, ...SEARCH });

/**
 * /admin/audit, newest first; /admin/audit/export: all that is meant, one JSON object a line, oldest first;
 * /admin/audit/chain: whether all of it is there as it was written.
 */
export const adminAuditRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  app.get(
    "/admin/audit",
    { config: { permission: ADMIN }, schema: { querystring: AuditQueryString } },
    async (request, reply) => {
      const page = readPage(request.query);
      const { entries, total } = await listAuditEntries(identity.db, { ...page, ...readSearch(request.query) });
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
    { config: { permission: ADMIN, answerWithinMs: LONGEST_ANSWER_MS }, schema: { querystring: ExportQueryString } },
    async ({ query }, reply) => {
      const { since, ...asked } = query;
      if (since !== undefined && asked.from !== undefined) {
        throw new IdentityError("validation_failed", { message: "Give either since or from, not both" });
      }
      const search = readSearch(since === undefined ? asked : { ...asked, from: since });
      // Entries that another service has written since are part of the log, too.
      await catchUpOrder(identity.db);
      const lines = Readable.from(linesOf(identity.db, search), { objectMode: false });
      return reply.type("application/x-ndjson; charset=utf-8").send(lines);
    },
  );
};

/** @throws IdentityError `validation_failed` */
function readSearch({ query, actor, action, target, from, to }: Static<typeof ExportQueryString>): AuditSearch {
  return {
    query,
    actor,
    action,
    target,
    from: from === undefined ? undefined : readMoment("from", from),
    to: to === undefined ? undefined : readMoment("to", to),
  };
}

/** @throws IdentityError `validation_failed` */
function readMoment(name: "since" | "from" | "to", text = ""): Date {
  const moment = new Date(text === "" ? 0 : text);
  const year = moment.getUTCFullYear();
  // Beyond, only some stores know what is meant.
  if (year >= 1 && year <= 9999) return moment;
  throw new IdentityError("validation_failed", { message: `${name} must be a date, 2026-01-31 for instance` });
}

async function* linesOf(db: Identity["db"], search: AuditSearch): AsyncGenerator<string, void> {
  for await (const entries of auditEntries(db, search)) {
    yield entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  }
}
