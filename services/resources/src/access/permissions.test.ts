import { describe, expect, it } from "vitest";
import { type Action, isAllowed, permissionsOfRole, type Role } from "./permissions.ts";

const readOf = (name: string, folder = "general") => [
  {
    action: "dashboards:read" as const,
    scopes: ["dashboards:*", `dashboards:uid:${name}`, "folders:*", `folders:uid:${folder}`],
  },
];

describe("a permission", () => {
  it.each([
    ["*", true],
    ["dashboards:*", true],
    ["dashboards:uid:*", true],
    ["dashboards:uid:cpu", true],
    ["folders:*", true],
    ["folders:uid:infra", true],
    ["dashboards:uid:cp", false],
    ["dashboards:uid:cpu2", false],
    ["folders:uid:infra2", false],
    ["folders:uid:", false],
    ["", false],
  ])("with the scope %s on the dashboard cpu in infra: %s", (scope, expected) => {
    expect(isAllowed([{ action: "dashboards:read", scope }], readOf("cpu", "infra"))).toBe(expected);
  });

  it("is one of its own action only", () => {
    expect(isAllowed([{ action: "dashboards:write", scope: "*" }], readOf("cpu"))).toBe(false);
  });
});

describe("the role", () => {
  const may = (role: Role, action: Action) =>
    isAllowed(permissionsOfRole(role), [{ action, scopes: ["dashboards:*"] }]);

  it.each<[Role, Action, boolean]>([
    ["None", "dashboards:read", false],
    ["Viewer", "dashboards:read", true],
    ["Viewer", "playlists:read", true],
    ["Viewer", "dashboards:write", false],
    ["Viewer", "users:read", false],
    ["Editor", "dashboards:create", true],
    ["Editor", "dashboards:delete", true],
    ["Editor", "playlists:write", true],
    ["Editor", "datasources:write", false],
    ["Editor", "users:write", false],
    ["Admin", "users:write", true],
    ["Admin", "datasources:write", true],
  ])("%s and %s: %s", (role, action, expected) => {
    expect(may(role, action)).toBe(expected);
  });
});
