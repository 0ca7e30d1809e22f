import type { Identification } from "@vedette/identity";
import type { Resources } from "../resources.ts";
import type { Caller } from "./caller.ts";
import { roleOf } from "./memberships.ts";
import { permissionsOfRole } from "./permissions.ts";

/** Adds to a proven identity what this service knows of it: its role, and so its permissions. */
export async function callerFrom(
  { db, settings }: Pick<Resources, "db" | "settings">,
  identification: Identification,
): Promise<Caller> {
  if (identification.kind === "user") {
    const { userId, email, via } = identification;
    const role = (await roleOf(db, userId)) ?? settings["resources.default_role"];
    return {
      kind: "user",
      uid: userId,
      login: email === "" ? userId : email,
      role,
      isServerAdmin: false,
      via,
      permissions: permissionsOfRole(role),
    };
  }
  if (identification.kind === "third-party") {
    const { id, email, subject, role: claimed } = identification;
    const given = claimed === undefined ? undefined : await roleOf(db, id);
    const role = claimed === undefined ? "None" : (given ?? settings["resources.default_role"]);
    return {
      kind: "user",
      uid: id,
      login: email || subject,
      role,
      isServerAdmin: false,
      via: "bearer",
      permissions: permissionsOfRole(role),
    };
  }
  return {
    kind: "api-key",
    uid: identification.kind,
    login: identification.kind,
    role: "Admin",
    isServerAdmin: true,
    via: "key",
    permissions: permissionsOfRole("Admin"),
  };
}
