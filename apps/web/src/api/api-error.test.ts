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

describe("the end of a session", () => {
  const said = "Sign in, or send a valid bearer token.";
  const headers = { "www-authenticate": "Bearer" };

  it.each([
    ["of the API", { message: said, messageId: "unauthorized" }],
    ["among resources", { kind: "Status", message: "Unauthorized", reason: "Unauthorized", code: 401 }],
    ["of metrics", { status: "error", errorType: "unauthorized", error: said }],
  ])("is told to people, not to programs: %s", async (_surface, body) => {
    expect((await apiErrorOf(Response.json(body, { status: 401, headers }), PATH)).message).toBe(
      "The session has ended. Sign in again.",
    );
  });

  it("is not what a data source says that refuses the server, nor a wrong password", async () => {
    const behind = Response.json({ status: "error", errorType: "unauthorized", error: said }, { status: 401 });
    const wrong = Response.json({ message: "Invalid email or password" }, { status: 401, headers });

    expect((await apiErrorOf(behind, PATH)).message).toBe(said);
    expect((await apiErrorOf(wrong, PATH)).message).toBe("Invalid email or password");
  });
});
