import { drawFailures, HttpError, OPEN, type RoutePlugin, readJson } from "@vedette/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { IdentityError } from "../errors.ts";
import { changePerson, createPerson, removePerson } from "../scim/directory.ts";
import { listAnswer, providerConfig, resourceTypes, schemas } from "../scim/discovery.ts";
import { findPerson, listPeople } from "../scim/people.ts";
import { USER_ATTRIBUTES, withSchemaNames } from "../scim/scim-attributes.ts";
import { ScimError, scimErrorSurface } from "../scim/scim-error.ts";
import { patched, ScimPatchBody } from "../scim/scim-patch.ts";
import { personAnswer, readPerson, ScimUserBody, type StoredPerson } from "../scim/scim-person.ts";
import {
  ProjectionQuery,
  pageOf,
  projected,
  queryOfSearch,
  ScimListQuery,
  ScimSearchBody,
} from "../scim/scim-query.ts";
import { DIRECTORY } from "./access.ts";
import { originOf } from "./request-reading.ts";
import type { RouteOptions } from "./route-options.ts";
import { scimGroupRoutes } from "./scim-groups.ts";

const SCIM_TYPE = "application/scim+json";
const PersonPath = Type.Object({ id: Type.String({ maxLength: 64 }) });
const DiscoveryQuery = Type.Object({ filter: Type.Optional(Type.String({ maxLength: 1024 })) });
const DocumentPath = Type.Object({ id: Type.String({ maxLength: 255 }) });

/** /scim/v2: the users and groups of a directory, by SCIM 2.0 (RFC 7643, RFC 7644). */
export const scimRoutes: RoutePlugin<RouteOptions> = async (app, { identity, access }) => {
  const base = `${identity.addresses.externalUrl}/scim/v2`;
  drawFailures(app, scimErrorSurface);
  app.addContentTypeParser(SCIM_TYPE, { parseAs: "buffer" }, async (_request: FastifyRequest, body: Buffer) =>
    readBody(body),
  );
  app.addHook("onRequest", async (_request, reply) => {
    reply.type(`${SCIM_TYPE}; charset=utf-8`);
  });

  const isOn = () => {
    if (!identity.settings["auth.scim.enabled"]) throw new IdentityError("feature_disabled");
  };
  const open = { permission: OPEN };

  app.get("/scim/v2/ServiceProviderConfig", { config: open }, async () => {
    isOn();
    return providerConfig(base);
  });

  for (const [name, all] of [["ResourceTypes", resourceTypes(base)] as const, ["Schemas", schemas(base)] as const]) {
    app.get(`/scim/v2/${name}`, { config: open, schema: { querystring: DiscoveryQuery } }, async ({ query }) => {
      isOn();
      // RFC 7644, 4: a filter is refused, so that no client takes what it gets for what it asked for.
      if (query.filter !== undefined) throw new ScimError(403, `${name} cannot be filtered`);
      return listAnswer(all, { total: all.length, startIndex: 1 });
    });
    app.get(`/scim/v2/${name}/:id`, { config: open, schema: { params: DocumentPath } }, async ({ params }) => {
      isOn();
      const found = all.find(({ id }) => id.toLowerCase() === params.id.toLowerCase());
      if (found === undefined) throw new ScimError(404, `There is no such resource among ${name}`);
      return found;
    });
  }

  await app.register(scimGroupRoutes, { identity, access });

  const config = { permission: DIRECTORY };

  const list = async (query: Static<typeof ScimListQuery>) => {
    const { startIndex, ...page } = pageOf(query);
    const { people, total } = await listPeople(identity.db, page);
    const resources = people.map((person) => projected(answer(person), query));
    return listAnswer(resources, { total, startIndex });
  };

  app.get("/scim/v2/Users", { config, schema: { querystring: ScimListQuery } }, async ({ query }) => list(query));

  app.post("/scim/v2/Users/.search", { config, schema: { body: ScimSearchBody } }, async ({ body }) =>
    list(queryOfSearch(body)),
  );

  app.post("/scim/v2/.search", { config }, async () => {
    throw new ScimError(501, "Search Users or Groups: several types at once are not supported");
  });

  app.get("/scim/v2/*", { config: open, schema: { hide: true } }, async () => {
    throw new ScimError(404, "There is no such resource");
  });

  const preValidation = async (request: FastifyRequest) => {
    if (request.body !== null && typeof request.body === "object") {
      request.body = withSchemaNames(USER_ATTRIBUTES, request.body);
    }
  };

  const one = { params: PersonPath, querystring: ProjectionQuery };

  app.post(
    "/scim/v2/Users",
    { config, preValidation, schema: { querystring: ProjectionQuery, body: ScimUserBody } },
    async (request, reply) => {
      const person = await createPerson(identity, readPerson(request.body), originOf(request));
      return send(reply.code(201), person, request.query);
    },
  );

  app.get("/scim/v2/Users/:id", { config, schema: one }, async ({ params, query }, reply) =>
    send(reply, required(await findPerson(identity.db, params.id)), query),
  );

  app.put(
    "/scim/v2/Users/:id",
    { config, preValidation, schema: { ...one, body: ScimUserBody } },
    async (request, reply) => {
      const person = readPerson(request.body);
      const { id } = request.params;
      const changed = await changePerson(identity, { id, change: () => person, origin: originOf(request) });
      return send(reply, required(changed), request.query);
    },
  );

  app.patch("/scim/v2/Users/:id", { config, schema: { ...one, body: ScimPatchBody } }, async (request, reply) => {
    const { Operations: operations } = request.body;
    const change = (person: StoredPerson) => readPerson(patched(USER_ATTRIBUTES, answer(person), operations));
    const { id } = request.params;
    const changed = await changePerson(identity, { id, change, origin: originOf(request) });
    return send(reply, required(changed), request.query);
  });

  app.delete("/scim/v2/Users/:id", { config, schema: { params: PersonPath } }, async (request, reply) => {
    const isRemoved = await removePerson(identity, { id: request.params.id, origin: originOf(request) });
    if (!isRemoved) throw unknownPerson();
    return reply.code(204).send();
  });

  function answer(person: StoredPerson) {
    return personAnswer(person, base);
  }

  function send(reply: FastifyReply, person: StoredPerson, query: Static<typeof ProjectionQuery>): FastifyReply {
    const resource = answer(person);
    return reply.header("location", resource.meta.location).send(projected(resource, query));
  }
};

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
