import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { settingsFrom } from "@vedette/settings";
import { describe, expect, it, onTestFinished } from "vitest";
import { startMailServer } from "../../test/mail-server.ts";
import { aMail, smtpOn } from "../../test/open-test-delivery.ts";
import { deliverySettings } from "../settings.ts";
import { plainMailHeaders } from "./headers.ts";
import { type SmtpSettings, securityHint, securityWarning } from "./smtp.ts";
import { tryMail } from "./try-mail.ts";

async function tried(port: number, more: Partial<SmtpSettings> = {}) {
  const settings = settingsFrom(deliverySettings, { ...smtpOn(port), ...more });
  const { failure, transcript } = await tryMail(settings, { mail: aMail() }, plainMailHeaders());
  return { failure, said: transcript.map(({ from, text }) => `${from}: ${text}`) };
}

describe("the security of a mail server", () => {
  const set = (port: number, security: SmtpSettings["auth.email.smtp.security"]) =>
    settingsFrom(deliverySettings, { "auth.email.smtp.port": port, "auth.email.smtp.security": security });

  it.each([
    [587, "auto", undefined],
    [465, "auto", undefined],
    [465, "implicit", undefined],
    [4650, "implicit", undefined],
    [587, "starttls", undefined],
    [2465, "auto", /smtp_security to implicit/],
    [465, "starttls", /smtp_security to implicit/],
    [587, "implicit", /expect STARTTLS/],
  ] as const)("is checked against the port: %i with %s", (port, security, warning) => {
    const found = securityWarning(set(port, security));
    if (warning === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(warning);
  });

  it("is suggested after an attempt on which the server said nothing", () => {
    expect(securityHint(set(4650, "auto"), "ETIMEDOUT CONN")).toMatch(/to implicit/);
    expect(securityHint(set(4650, "auto"), "ECONNREFUSED CONN")).toBeUndefined();
    expect(securityHint(set(4650, "implicit"), "ETIMEDOUT CONN")).toBeUndefined();
    expect(securityHint(set(587, "implicit"), "ESOCKET CONN")).toMatch(/to starttls/);
  });
});

describe("a trial of the mail server", () => {
  it("hands it a mail and tells what was said, without the password and the mail", async () => {
    const server = await startMailServer({
      server: { allowInsecureAuth: true, onAuth: (_auth, _session, answer) => answer(null, { user: "watch" }) },
    });

    const { failure, said } = await tried(server.port, {
      "auth.email.smtp.user": "watch",
      "auth.email.smtp.pass": "open sesame",
    });

    expect(failure).toBe("");
    expect(said[0]).toMatch(/^server: 220 /);
    expect(said).toContain("client: AUTH PLAIN …");
    expect(said).toContain("client: RCPT TO:<ada@example.org>");
    expect(said.at(-1)).toMatch(/^server: 250 /);
    expect(said.join("\n")).not.toMatch(/canary-token|sesame/);
    expect(server.mails).toHaveLength(1);
  });

  it("tells in whose words the server refused", async () => {
    const server = await startMailServer({ judge: () => ({ responseCode: 550 }) });

    const { failure, said } = await tried(server.port);

    expect(failure).toBe("EENVELOPE 550 RCPT TO");
    expect(said).toContain("server: 550 No.");
  });

  it("shows nothing of what speaks another language than SMTP", async () => {
    const other = createServer((socket) => socket.end("+OK the secret of another service\r\n")).listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");

    const { failure, said } = await tried((other.address() as AddressInfo).port);

    expect(failure).not.toBe("");
    expect(JSON.stringify({ failure, said })).not.toContain("secret");
  });

  it("says when nobody is there", async () => {
    expect(await tried(1)).toEqual({ failure: "ECONNREFUSED CONN", said: [] });
  });
});
