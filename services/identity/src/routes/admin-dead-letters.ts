import type { RoutePlugin } from "@vedette/http";
import { Type } from "typebox";
import { readUuid } from "../administration/user-id.ts";
import { IdentityError } from "../errors.ts";
import { ADMIN_OF_SETTINGS } from "./access.ts";
import { pageLinks, readPage } from "./pages.ts";
import type { RouteOptions } from "./route-options.ts";

const PageQuery = Type.Object({
  page: Type.Optional(Type.String({ maxLength: 20 })),
  per_page: Type.Optional(Type.String({ maxLength: 20 })),
});
const LetterPath = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** /admin/dead-letters: mails and text messages that were given up. */
export const adminDeadLetterRoutes: RoutePlugin<RouteOptions> = async (app, { identity: { delivery } }) => {
  const config = { permission: ADMIN_OF_SETTINGS };

  app.get("/admin/dead-letters", { config, schema: { querystring: PageQuery } }, async (request, reply) => {
    const page = readPage(request.query);
    const { deadLetters, totalCount: total } = await delivery.listDeadLetters(page);
    reply.headers({ "x-total-count": String(total), link: pageLinks(request.url, { ...page, total }) });
    return deadLetters.map(({ queuedAt, givenUpAt, ...letter }) => ({
      ...letter,
      queued_at: queuedAt.toISOString(),
      given_up_at: givenUpAt.toISOString(),
    }));
  });

  app.post("/admin/dead-letters/:id/retry", { config, schema: { params: LetterPath } }, async ({ params }, reply) => {
    await requireThere(delivery.retryDeadLetter(readUuid(params.id, { name: "id" })));
    return reply.code(204).send();
  });

  app.delete("/admin/dead-letters/:id", { config, schema: { params: LetterPath } }, async ({ params }, reply) => {
    await requireThere(delivery.deleteDeadLetter(readUuid(params.id, { name: "id" })));
    return reply.code(204).send();
  });
};

async function requireThere(found: Promise<boolean>): Promise<void> {
  if (await found) return;
  throw new IdentityError("validation_failed", { status: 404, message: "There is no such dead letter" });
}
