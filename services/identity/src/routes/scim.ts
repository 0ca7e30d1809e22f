import { drawFailures, HttpError, OPEN, type RoutePlugin, readJson } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { IdentityError } from "../errors.ts";
import { changePerson, createPerson, removePerson } from "../scim/directory.ts";
import { listAnswer, MAX_RESULTS, providerConfig, resourceTypes, schemas } from "../scim/discovery.ts";
import { findPerson, listPeople } from "../scim/people.ts";
import { USER_ATTRIBUTES, withSchemaNames } from "../scim/scim-attributes.ts";
import { ScimError, scimErrorSurface } from "../scim/scim-error.ts";
import { patched, ScimPatchBody } from "../scim/scim-patch.ts";
import { parseFilter } from "../scim/scim-path.ts";
import { personAnswer, readPerson, ScimUserBody, type StoredPerson } from "../scim/scim-person.ts";
import { DIRECTORY } from "./access.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";

const SCIM_TYPE = "application/scim+json";
const PersonPath = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Count = Type.Optional(Type.String({ maxLength: 12, pattern: "^-?[0-9]+$" }));
const ListQuery = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 1024 })),
  startIndex: Count,
  count: Count,
});

/** /scim/v2: the people of a directory, by SCIM 2.0 (RFC 7643, RFC 7644). */
export const scimRoutes: RoutePlugin<RouteOptions> = async (app, { identity }) => {
  const base = `${identity.addresses.externalUrl}/scim/v2`;
  drawFailures(app, scimErrorSurface);
  app.addContentTypeParser(SCIM_TYPE, { parseAs: "buffer" }, async (_request: FastifyRequest, body: Buffer) =>
    readBody(body),
  );
  app.addHook("onRequest", async (_request, reply) => {
    reply.type(`${SCIM_TYPE}; charset=utf-8`);
  });

  const documents = {
    ServiceProviderConfig: () => providerConfig(base),
    ResourceTypes: () => listOf(resourceTypes(base)),
    Schemas: () => listOf(schemas(base)),
  } as const;
  for (const [name, document] of Object.entries(documents)) {
    app.get(`/scim/v2/${name}`, { config: { permission: OPEN } }, async () => {
      if (!identity.settings["auth.scim.enabled"]) throw new IdentityError("feature_disabled");
      return document();
    });
  }

  const config = { permission: DIRECTORY };

  app.get("/scim/v2/Users", { config, schema: { querystring: ListQuery } }, async ({ query }) => {
    const startIndex = Math.max(1, Number(query.startIndex ?? 1));
    const limit = Math.min(MAX_RESULTS, Math.max(0, Number(query.count ?? MAX_RESULTS)));
    const filter = query.filter === undefined ? undefined : parseFilter(query.filter);
    const { people, total } = await listPeople(identity.db, { filter, offset: startIndex - 1, limit });
    return listAnswer(people.map(answer), { total, startIndex });
  });

  const preValidation = async (request: FastifyRequest) => {
    if (request.body !== null && typeof request.body === "object") {
      request.body = withSchemaNames(USER_ATTRIBUTES, request.body);
    }
  };

  app.post("/scim/v2/Users", { config, preValidation, schema: { body: ScimUserBody } }, async (request, reply) => {
    const person = await createPerson(identity, readPerson(request.body), originOf(request));
    return send(reply.code(201), person);
  });

  app.get("/scim/v2/Users/:id", { config, schema: { params: PersonPath } }, async ({ params }, reply) =>
    send(reply, required(await findPerson(identity.db, params.id))),
  );

  app.put(
    "/scim/v2/Users/:id",
    { config, preValidation, schema: { params: PersonPath, body: ScimUserBody } },
    async (request, reply) => {
      const person = readPerson(request.body);
      const { id } = request.params;
      return send(
        reply,
        required(await changePerson(identity, { id, change: () => person, origin: originOf(request) })),
      );
    },
  );

  app.patch(
    "/scim/v2/Users/:id",
    { config, schema: { params: PersonPath, body: ScimPatchBody } },
    async (request, reply) => {
      const { Operations: operations } = request.body;
      const change = (person: StoredPerson) => readPerson(patched(USER_ATTRIBUTES, answer(person), operations));
      const { id } = request.params;
      return send(reply, required(await changePerson(identity, { id, change, origin: originOf(request) })));
    },
  );

  app.delete("/scim/v2/Users/:id", { config, schema: { params: PersonPath } }, async (request, reply) => {
    const isRemoved = await removePerson(identity, { id: request.params.id, origin: originOf(request) });
    if (!isRemoved) throw unknownPerson();
    return reply.code(204).send();
  });

  function answer(person: StoredPerson) {
    return personAnswer(person, base);
  }

  function send(reply: FastifyReply, person: StoredPerson): FastifyReply {
    const resource = answer(person);
    return reply.header("location", resource.meta.location).send(resource);
  }
};

function listOf(resources: readonly object[]) {
  return listAnswer(resources, { total: resources.length, startIndex: 1 });
}

function required(person: StoredPerson | undefined): StoredPerson {
  if (person === undefined) throw unknownPerson();
  return person;
}

function unknownPerson(): ScimError {
  return new ScimError(404, "There is no such user in the directory");
}

/** As strictly as JSON is read elsewhere; halves of characters, which the database keeps in no text, too. */
async function readBody(bytes: Uint8Array): Promise<unknown> {
  const { value } = await readJson(bytes);
  if (/\\ud[89a-f]/i.test(JSON.stringify(value) ?? "")) {
    throw new HttpError("bad_json", { detail: "A text holds half of a surrogate pair." });
  }
  return value;
}
