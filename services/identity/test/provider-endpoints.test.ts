import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { type PlainRequest, TOKENS } from "./plain-oauth-provider.ts";
import { aCustomScene, aScene, enter } from "./plain-provider-scene.ts";

const USER = JSON.stringify({ id: 7, email: "ada@x.example", email_verified: true });
const REFUSED = { status: 401, body: JSON.stringify({ error: "invalid_client" }) };

onEachStore("the token endpoint of a custom OAuth 2.0 provider", (open) => {
  it.each([
    ["HTTP Basic", ({ authorization }: PlainRequest) => authorization?.startsWith("Basic ") === true],
    ["form fields", ({ form }: PlainRequest) => form.get("client_secret") === "a secret"],
  ])("can require client authentication by %s", async (_method, isAuthenticated) => {
    const { server, provider } = await aCustomScene(open);
    provider.respond({
      "/token": (request) => (isAuthenticated(request) ? { body: TOKENS } : REFUSED),
      "/userinfo": USER,
    });
    const countTokenRequests = () => provider.requests.filter(({ path }) => path === "/token").length;

    expect((await enter(server, "custom:acme")).user).toMatchObject({ email: "ada@x.example" });
    const before = countTokenRequests();
    expect((await enter(server, "custom:acme")).user).toMatchObject({ email: "ada@x.example" });
    expect(countTokenRequests() - before).toBe(1);
  });

  it("can refuse the client with every method", async () => {
    const { server, provider } = await aCustomScene(open);
    provider.respond({ "/token": () => REFUSED, "/userinfo": USER });

    expect((await enter(server, "custom:acme")).user).toBeNull();
    expect(provider.requests.filter(({ path }) => path === "/token")).toHaveLength(2);
  });

  it.each(["application/x-www-form-urlencoded", "text/plain"])("can answer a form as %s", async (type) => {
    const { server, provider } = await aCustomScene(open);
    const body = "access_token=a-token&token_type=bearer&scope=read+write";
    provider.respond({ "/token": () => ({ type, body }), "/userinfo": USER });

    expect((await enter(server, "custom:acme")).user).toMatchObject({ email: "ada@x.example" });
  });

  it("cannot answer a page", async () => {
    const { server, provider } = await aCustomScene(open);
    provider.respond({ "/token": () => ({ type: "text/html", body: "<a href=x?access_token=a>" }), "/userinfo": USER });

    expect((await enter(server, "custom:acme")).user).toBeNull();
  });
});

onEachStore("the list of e-mail addresses of GitHub", (open) => {
  const start = (isOptional: boolean) =>
    aScene(open, (url) => ({
      "auth.external.github.enabled": true,
      "auth.external.github.client_id": "watch-room",
      "auth.external.github.secret": "a secret",
      "auth.external.github.url": url,
      "auth.external.github.email_optional": isOptional,
    }));
  const responses = (status: number) => ({
    "/login/oauth/access_token": TOKENS,
    "/api/v3/user": JSON.stringify({ id: 7, login: "ada" }),
    "/api/v3/user/emails": () => ({ status, body: "{}" }),
  });

  it.each([403, 404])("is empty when the response is %i", async (status) => {
    const required = await start(false);
    required.provider.respond(responses(status));
    expect(await enter(required.server, "github")).toMatchObject({ user: null, errorCode: "email_not_found" });

    const optional = await start(true);
    optional.provider.respond(responses(status));
    expect((await enter(optional.server, "github")).user).toMatchObject({ identities: [{ id: "7" }] });
  });

  it("is unknown while GitHub is down", async () => {
    const { server, provider } = await start(true);
    provider.respond(responses(503));

    expect(await enter(server, "github")).toMatchObject({ user: null, errorCode: "unexpected_failure" });
  });
});
