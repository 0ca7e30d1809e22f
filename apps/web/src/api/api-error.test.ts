import { describe, expect, it } from "vitest";
import { apiErrorOf, isRefusal } from "./api-error.ts";

const PATH = "/apis/dashboard.vedette.app/v1/namespaces/default/dashboards/bow";

describe("a refusal", () => {
  it.each([403, 404, 410])("is the server's own answer with status %i", async (status) => {
    const body = { kind: "Status", status: "Failure", message: "No", reason: "NotFound", code: status };

    expect(isRefusal(await apiErrorOf(Response.json(body, { status }), PATH))).toBe(true);
  });

  it.each([403, 404, 410])("is not what a proxy on the way answers with status %i", async (status) => {
    const page = new Response("<h1>default backend</h1>", { status, headers: { "content-type": "text/html" } });
    const gateway = Response.json({ error: "Not Found", message: "no route" }, { status });

    expect(isRefusal(await apiErrorOf(page, PATH))).toBe(false);
    expect(isRefusal(await apiErrorOf(gateway, PATH))).toBe(false);
  });

  it.each([401, 500, 503])("is not an answer of the server with status %i", async (status) => {
    expect(isRefusal(await apiErrorOf(Response.json({ messageId: "x" }, { status }), PATH))).toBe(false);
  });

  it("of something among resources names the permission that is missing, in place of the words for programs", async () => {
    const message = "You may not do this. It takes the permission playlists:write, which an administrator can grant.";
    const details = { kind: "playlists", causes: [{ reason: "Forbidden", message }] };
    const body = { kind: "Status", message: 'playlists "x" is forbidden', reason: "Forbidden", code: 403, details };
    const error = await apiErrorOf(Response.json(body, { status: 403 }), PATH);

    expect(error.message).toBe(message);
    expect(error.causes).toEqual([]);
  });
});
