import { type Static, type TSchema, Type } from "typebox";
import { Check } from "typebox/value";
import { isLikeGroupId } from "../groups/external-groups.ts";
import { ScimError } from "./scim-error.ts";

const Name = Type.String({ maxLength: 255 });
const OrNull = <Schema extends TSchema>(type: Schema) => Type.Optional(Type.Union([type, Type.Null()]));

/** What is read of the resource that a directory sends. */
export const ScimGroupBody = Type.Object({
  displayName: Type.String({ minLength: 1, maxLength: 255 }),
  externalId: OrNull(Name),
  members: OrNull(Type.Array(Type.Object({ value: Type.String({ maxLength: 255 }), type: OrNull(Name) }))),
});

/** A group as a directory keeps it. */
export interface ScimGroup {
  /** Unique in the directory, whatever its case. */
  readonly displayName: string;
  /** The directory's own id, unique whatever its case; `null` where it has given none. */
  readonly externalId: string | null;
  /** Ids of users of the directory, each once. */
  readonly members: readonly string[];
}

/**
 * Reads a resource.
 *
 * @param maxMembers - the setting `auth.scim.max_group_members`
 * @throws ScimError `invalidValue`
 */
export function readGroup(resource: unknown, maxMembers: number): ScimGroup {
  // Counted first: checking a list of any length takes too long.
  const listed: unknown = Reflect.get(Object(resource), "members");
  if (Array.isArray(listed) && listed.length > maxMembers) throw tooManyMembers(maxMembers);
  if (!Check(ScimGroupBody, resource)) throw invalid("The resource is not a group of the core schema");
  const { displayName, externalId } = resource;
  if (displayName.trim() === "") throw invalid("displayName must not be blank");
  if (isLikeGroupId(displayName))
    throw invalid("displayName must not begin with id:, which names groups by externalId");
  return { displayName, externalId: externalId || null, members: readMembers(resource) };
}

function readMembers({ members }: Static<typeof ScimGroupBody>): readonly string[] {
  const given = members ?? [];
  if (given.some(({ type }) => type != null && type.toLowerCase() !== "user")) {
    throw invalid("Members are users: groups in groups are not supported");
  }
  return [...new Set(given.map(({ value }) => value.toLowerCase()))];
}

function tooManyMembers(maxMembers: number): ScimError {
  return invalid(`A group has at most ${maxMembers} members (auth.scim.max_group_members)`);
}

export function invalid(message: string): ScimError {
  return new ScimError(400, message, { scimType: "invalidValue" });
}

/** A group of the directory as it is stored. */
export interface StoredGroup extends ScimGroup {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";

/**
 * A resource as the directory gets it.
 *
 * @param base - address of the service, without a slash at the end
 * @see https://www.rfc-editor.org/rfc/rfc7643#section-4.2
 */
export function groupAnswer(group: StoredGroup, base: string) {
  const { id, displayName, externalId, members, createdAt, updatedAt } = group;
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    members: members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: "User" })),
    meta: {
      resourceType: "Group",
      created: createdAt.toISOString(),
      lastModified: updatedAt.toISOString(),
      location: `${base}/Groups/${id}`,
    },
  };
}
