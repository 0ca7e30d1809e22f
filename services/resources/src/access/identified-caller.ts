import { assessFactor, type FactorRequirement, type Identification, isFactorRequiredOfRole } from "@vedette/identity";
import type { Store } from "../objects/store.ts";
import type { Resources } from "../resources.ts";
import type { Caller } from "./caller.ts";
import { standingOfServiceAccount, standingOfUser } from "./held-permissions.ts";
import { narrowed } from "./narrowed.ts";
import { isAction, type Permission, permissionsOfRole, ROLES, type Role } from "./permissions.ts";
import { withDescendants } from "./scopes.ts";

/** The account behind a proven identity. */
export function accountOf(identification: Identification): Pick<Caller, "kind" | "uid"> {
  switch (identification.kind) {
    case "user":
      return { kind: "user", uid: identification.userId };
    case "third-party":
      return { kind: "user", uid: identification.id };
    case "service-account":
      return { kind: "service-account", uid: identification.uid };
    default:
      return identification.kind === "admin-jwt" && identification.user !== undefined
        ? { kind: "user", uid: identification.user.id }
        : { kind: "api-key", uid: identification.kind };
  }
}

/** Adds to a proven identity what this service knows of it: its roles, and so its permissions. */
export async function callerFrom(
  resources: Pick<Resources, "db" | "settings" | "identity">,
  identification: Identification,
): Promise<Caller> {
  if (identification.kind === "user") return await callerOfUser(resources, identification);
  if (identification.kind === "service-account") return await callerOfServiceAccount(resources.db, identification);
  if (identification.kind === "third-party") {
    const { id, email, subject, role: claimed, provider, groups } = identification;
    const present = { id, provider, groups };
    const nothing = { role: "None", customRoles: [], permissions: [] } as const;
    const standing = claimed === undefined ? nothing : await standingOfUser(resources, id, present);
    const held = withRole(standing.role, standing.permissions);
    const login = email || subject;
    const { role, customRoles } = standing;
    const lacksFactor =
      identification.assuranceLevel === "aal1" && isFactorRequiredOfRole(resources.identity, [role, ...customRoles]);
    const caller = {
      ...accountOf(identification),
      login,
      role,
      isServerAdmin: false,
      via: "bearer",
      permissions: held,
      present,
    } as const;
    return withFactor(caller, { kind: lacksFactor ? "required" : "satisfied" });
  }
  const whole = { role: "Admin", isServerAdmin: true, permissions: permissionsOfRole("Admin") } as const;
  if (identification.kind === "admin-jwt" && identification.user !== undefined) {
    const { id, email, ...session } = identification.user;
    const requirement = await assessFactor(resources.identity, { userId: id, ...session }, ["Admin"]);
    return withFactor({ ...accountOf(identification), login: email || id, via: "bearer", ...whole }, requirement);
  }
  return { ...accountOf(identification), login: identification.kind, via: "key", ...whole };
}

async function callerOfUser(
  resources: Pick<Resources, "db" | "settings" | "identity">,
  identified: Extract<Identification, { kind: "user" }>,
): Promise<Caller> {
  const { userId, email, via, token, isInteractive } = identified;
  const { role, customRoles, permissions } = await standingOfUser(resources, userId);
  const login = email === "" ? userId : email;
  const held = withRole(role, permissions);
  const person = {
    ...accountOf(identified),
    login,
    isServerAdmin: false,
    via,
    ...(isInteractive && { isInteractive }),
  } as const;
  if (token === undefined) {
    const session = { ...identified, assuranceLevel: identified.assuranceLevel ?? "aal1" };
    const requirement = await assessFactor(resources.identity, session, [role, ...customRoles]);
    return withFactor({ ...person, role, permissions: held }, requirement);
  }
  return { ...person, token: token.name, ...(await partOf(resources.db, { role, held }, token.narrowedTo)) };
}

/** Without a required second factor the caller is known and holds nothing: every rule refuses it. */
function withFactor(caller: Caller, requirement: FactorRequirement): Caller {
  if (requirement.kind === "satisfied") return caller;
  if (requirement.kind === "grace") return { ...caller, missingFactor: requirement };
  return { ...caller, role: "None", isServerAdmin: false, permissions: [], missingFactor: requirement };
}

async function callerOfServiceAccount(
  db: Store,
  identified: Extract<Identification, { kind: "service-account" }>,
): Promise<Caller> {
  const { accountId, login, role: own, narrowedTo } = identified;
  const known = ROLES.find((name) => name === own) ?? "None";
  const { role, permissions } = await standingOfServiceAccount(db, accountId, known);
  const whole = { role, held: withRole(role, permissions) };
  const account = { ...accountOf(identified), login, isServerAdmin: false, via: "bearer" } as const;
  return { ...account, ...(await partOf(db, whole, narrowedTo)) };
}

/** A narrowed token has no basic role: it may not do what the role says. */
async function partOf(
  db: Store,
  { role, held }: { readonly role: Role; readonly held: readonly Permission[] },
  narrowedTo: readonly { readonly action: string; readonly scope: string }[] | undefined,
): Promise<Pick<Caller, "role" | "permissions" | "isNarrowed">> {
  if (narrowedTo === undefined) return { role, permissions: held };
  const parts = narrowedTo.flatMap(({ action, scope }) => (isAction(action) ? [{ action, scope }] : []));
  return { role: "None", permissions: narrowed(held, await withDescendants(db, parts)), isNarrowed: true };
}

/** All that somebody may do who signs in here, by their basic role, custom roles, teams, and what folders and dashboards allow them. */
export async function permissionsOfUser(
  resources: Pick<Resources, "db" | "settings" | "identity">,
  userId: string,
): Promise<readonly Permission[]> {
  const { role, permissions } = await standingOfUser(resources, userId);
  return withRole(role, permissions);
}

/** All that a service account may do, and so each of its tokens. */
export async function permissionsOfServiceAccount(
  db: Store,
  { id, role: own }: { readonly id: number; readonly role: Role },
): Promise<readonly Permission[]> {
  const { role, permissions } = await standingOfServiceAccount(db, String(id), own);
  return withRole(role, permissions);
}

function withRole(role: Role, granted: readonly Permission[]): readonly Permission[] {
  return granted.length === 0 ? permissionsOfRole(role) : [...permissionsOfRole(role), ...granted];
}
