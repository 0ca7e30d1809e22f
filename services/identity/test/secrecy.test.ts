import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, PASSWORD, refresh, signIn } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

onEachStore("the log", (open) => {
  it("holds no password, token, code or address of all that passes through", async () => {
    const lines: string[] = [];
    const server = await startIdentity(open, { logStream: { write: (line) => void lines.push(line) } });
    await aUser(server);
    await call(server, "POST /signup", { body: { email: "eve@example.com", password: "canary-password" } });
    const mail = await server.mailTo("eve@example.com", "confirmation");
    const landing = await call(
      server,
      `GET ${mail.link.pathname.replace("/auth/v1", "")}${mail.link.search}` as "GET /",
    );
    const tokens = await signIn(server);
    await signIn(server, { password: "canary-wrong" });
    const refreshed = await refresh(server, tokens.refreshToken);
    await call(server, "GET /user", { bearer: tokens.accessToken });
    await call(server, "GET /user", { bearer: "canary.bearer.token" });
    await call(server, "PUT /user", { bearer: tokens.accessToken, body: { password: "canary-new-password" } });
    await call(server, "POST /verify", { body: { type: "signup", token: mail.code, email: "eve@example.com" } });

    const log = lines.join("");
    expect(lines.length).toBeGreaterThan(9);
    for (const secret of [
      PASSWORD,
      "canary",
      server.secretKey,
      tokens.accessToken,
      tokens.refreshToken,
      String(refreshed.json["refresh_token"]),
      mail.code,
      mail.tokenHash,
      new URLSearchParams(String(landing.headers["location"]).split("#")[1]).get("refresh_token") ?? "no token",
      "eve@example.com",
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});
