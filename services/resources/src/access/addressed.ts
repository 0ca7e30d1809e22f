import type { FastifyRequest } from "fastify";
import { lacking } from "../errors.ts";
import { isJsonObject } from "../kinds/kind.ts";
import type { Caller } from "./caller.ts";
import { type Action, isAllowed } from "./permissions.ts";
import { mayQuery } from "./series-scope.ts";

/**
 * Objects that no rule of a kind guards, and the parameters of addresses that name one. The parameters of other routes
 * name other things: what gives a role to a person names the person, too.
 */
const PARAMETERS_BY_PLURAL: ReadonlyMap<string, readonly string[]> = new Map([
  ["serviceaccounts", ["id"]],
  ["roles", ["roleUid"]],
  ["users", ["uid", "userId"]],
  ["walls", ["id"]],
  ["mails", ["id"]],
  ["identity", []],
  ["identity.settings", []],
  ["audit", []],
]);

/** Lists of these show the part that the scopes cover. */
const NARROWED_LISTS: ReadonlyMap<Action, readonly string[]> = new Map([["datasources:query", ["uid"]]]);

/**
 * Asks that a scope covers the object that the address names; where it names none, all objects of its sort.
 *
 * @throws ResourceError `not_allowed`
 */
export function requireAddressed({ permissions }: Caller, action: Action, { params }: FastifyRequest): void {
  const [plural = ""] = action.split(":", 1);
  const narrowed = NARROWED_LISTS.get(action);
  const names = narrowed ?? PARAMETERS_BY_PLURAL.get(plural);
  if (names === undefined) return;
  const given = isJsonObject(params) ? names.map((name) => params[name]) : [];
  const wanted = given.filter((value) => typeof value === "string");
  if (narrowed !== undefined) {
    if (wanted.every((uid) => mayQuery(permissions, uid))) return;
    throw lacking(action);
  }
  const scopes = [`${plural}:*`, ...wanted.flatMap((value) => [`${plural}:uid:${value}`, `${plural}:id:${value}`])];
  if (!isAllowed(permissions, [{ action, scopes }])) throw lacking(action);
}
