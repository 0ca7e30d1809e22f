import { type Static, Type } from "typebox";
import { MAX_RESULTS } from "./discovery.ts";
import { parseFilter, parsePath } from "./scim-path.ts";

const Attributes = Type.Optional(Type.String({ maxLength: 1024 }));
const Count = Type.Optional(Type.String({ maxLength: 12, pattern: "^-?[0-9]+$" }));

/** Which attributes a response has: `attributes` names all of them, `excludedAttributes` those that it lacks. */
export const ProjectionQuery = Type.Object({ attributes: Attributes, excludedAttributes: Attributes });
type Projection = Static<typeof ProjectionQuery>;

export const ScimListQuery = Type.Object({
  ...ProjectionQuery.properties,
  filter: Type.Optional(Type.String({ maxLength: 1024 })),
  startIndex: Count,
  count: Count,
});

const Names = Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 100 }));
const Integer = Type.Optional(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647 }));

/** A list query as body. @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.3 */
export const ScimSearchBody = Type.Object({
  attributes: Names,
  excludedAttributes: Names,
  filter: ScimListQuery.properties.filter,
  startIndex: Integer,
  count: Integer,
});

export function queryOfSearch(body: Static<typeof ScimSearchBody>): Static<typeof ScimListQuery> {
  const { attributes, excludedAttributes, filter, startIndex, count } = body;
  return {
    ...(attributes === undefined ? {} : { attributes: attributes.join(",") }),
    ...(excludedAttributes === undefined ? {} : { excludedAttributes: excludedAttributes.join(",") }),
    ...(filter === undefined ? {} : { filter }),
    ...(startIndex === undefined ? {} : { startIndex: String(startIndex) }),
    ...(count === undefined ? {} : { count: String(count) }),
  };
}

/**
 * Reads the part of a list that a query asks for.
 *
 * @throws ScimError `invalidFilter`
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2
 */
export function pageOf({ startIndex: from, count, filter }: Static<typeof ScimListQuery>) {
  const startIndex = Math.max(1, Number(from ?? 1));
  return {
    startIndex,
    filter: filter === undefined ? undefined : parseFilter(filter),
    offset: startIndex - 1,
    limit: Math.min(MAX_RESULTS, Math.max(0, Number(count ?? MAX_RESULTS))),
  };
}

/** Every resource has them. */
const ALWAYS: ReadonlySet<string> = new Set(["schemas", "id"]);

/**
 * Leaves the attributes in a resource that a query asks for.
 *
 * @throws ScimError `invalidPath`
 * @see https://www.rfc-editor.org/rfc/rfc7644#section-3.9
 */
export function projected(resource: object, query: Projection): object {
  const { attributes, excludedAttributes } = query;
  if (attributes !== undefined) {
    const subs = namesOf(attributes);
    return mapMembers(resource, (name, value) => {
      if (ALWAYS.has(name)) return value;
      const wanted = subs.get(name);
      if (wanted === undefined) return undefined;
      return wanted.size === 0 ? value : withSubs(value, (sub) => wanted.has(sub));
    });
  }
  if (excludedAttributes === undefined) return resource;
  const subs = namesOf(excludedAttributes);
  return mapMembers(resource, (name, value) => {
    const unwanted = ALWAYS.has(name) ? undefined : subs.get(name);
    if (unwanted === undefined) return value;
    return unwanted.size === 0 ? undefined : withSubs(value, (sub) => !unwanted.has(sub));
  });
}

/** Whether a response has an attribute, in lower case: what it lacks need not be read. */
export function isReturned(name: string, { attributes, excludedAttributes }: Projection): boolean {
  if (attributes !== undefined) return namesOf(attributes).has(name);
  return excludedAttributes === undefined || namesOf(excludedAttributes).get(name)?.size !== 0;
}

/** The sub-attributes by attribute, in lower case; none for all of the attribute. */
function namesOf(list: string): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const text of list.split(",").map((part) => part.trim())) {
    if (text === "") continue;
    const { name, sub } = parsePath(text);
    const known = names.get(name);
    if (sub === undefined) names.set(name, new Set());
    else if (known === undefined) names.set(name, new Set([sub]));
    else if (known.size > 0) known.add(sub);
  }
  return names;
}

function withSubs(value: unknown, isWanted: (sub: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withSubs(item, isWanted));
  if (typeof value !== "object" || value === null) return value;
  return mapMembers(value, (sub, member) => (isWanted(sub) ? member : undefined));
}

function mapMembers(value: object, map: (name: string, member: unknown) => unknown): object {
  const members = Object.entries(value).map(([key, member]) => [key, map(key.toLowerCase(), member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
