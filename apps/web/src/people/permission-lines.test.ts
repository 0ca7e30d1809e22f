import { describe, expect, it } from "vitest";
import { permissionLines, readPermissionLines } from "./permission-lines.ts";

describe("permissions as lines", () => {
  it("are read as they are written", () => {
    const permissions = [
      { action: "dashboards:read", scope: "folders:uid:ops" },
      { action: "playlists:write", scope: "*" },
      { action: "datasources:query", scope: 'datasources:uid:vedette{team="night  watch", job!="x"}' },
    ];

    expect(permissionLines(permissions)).toBe(
      `dashboards:read folders:uid:ops\nplaylists:write\ndatasources:query ${permissions[2]?.scope}`,
    );
    expect(readPermissionLines(permissionLines(permissions))).toEqual(permissions);
  });

  it("may be written with blanks and empty lines", () => {
    expect(readPermissionLines("\n  dashboards:read \t folders:*\n\n")).toEqual([
      { action: "dashboards:read", scope: "folders:*" },
    ]);
  });
});
