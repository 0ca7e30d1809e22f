import type { RolePermission } from "../api/roles.ts";

/** Permissions as people write them down: one a line, the action, then its scope. */
export function permissionLines(permissions: readonly RolePermission[]): string {
  return permissions.map(({ action, scope }) => (scope === "*" ? action : `${action} ${scope}`)).join("\n");
}

/** Reads what {@link permissionLines} writes; an action alone is one on everything. */
export function readPermissionLines(text: string): RolePermission[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.map((line) => {
    // Scopes with a selector of series may hold blanks.
    const [action = line, ...rest] = line.split(/(?<=^\S+)\s+/);
    return { action, scope: rest.join("") || "*" };
  });
}
