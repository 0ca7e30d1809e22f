import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { onEachStore } from "@vedette/database/testing";
import { expect, it, onTestFinished } from "vitest";
import { deliveryMigrations } from "../src/index.ts";
import { startMailServer } from "./mail-server.ts";
import { aMail, openTestDelivery, smtpOn, until } from "./open-test-delivery.ts";

const fixture = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
const CERTIFICATE = { key: fixture("mail-server.key"), cert: fixture("mail-server.crt") };

onEachStore("a mail", (openTestDatabase) => {
  it("goes out when its transaction commits, and never when it is rolled back", async () => {
    const server = await startMailServer();
    const db = await openTestDatabase(deliveryMigrations);
    const { delivery, queue } = await openTestDelivery(db, smtpOn(server.port));

    const rolledBack = db
      .as()
      .transaction()
      .execute(async (trx) => {
        await delivery.queueMail(trx, aMail({ to: "never@example.org" }));
        throw new Error("changed my mind");
      });
    await expect(rolledBack).rejects.toThrow("changed my mind");
    await queue(aMail({ to: "ada@example.org" }));

    expect((await server.received(1)).map(({ to }) => to)).toEqual([["ada@example.org"]]);
  });
  it("says who it is from, that a program wrote it, and carries text and HTML", async () => {
    const server = await startMailServer();
    const { queue } = await openTestDelivery(await openTestDatabase(deliveryMigrations), {
      ...smtpOn(server.port),
      "auth.email.smtp.sender_name": "The watch",
      "auth.email.smtp.headers": JSON.stringify({
        "X-Kind": ["a $messageType mail"],
        "List-Unsubscribe": ["<https://example.org/mails/$messageType>"],
        "List-Unsubscribe-Post": ["List-Unsubscribe=One-Click"],
      }),
    });

    await queue(aMail({ subject: "Grüße", kind: "invite" }));

    const [mail] = await server.received(1);
    expect(mail?.from).toBe("watch@example.org");
    expect(mail?.source).toContain("From: The watch <watch@example.org>\r\n");
    expect(mail?.source).toContain("To: ada@example.org\r\n");
    expect(mail?.source).toContain("Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n");
    expect(mail?.source).toContain("X-Kind: a invite mail\r\n");
    expect(mail?.source).toContain("List-Unsubscribe: <https://example.org/mails/invite>\r\n");
    expect(mail?.source).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
    expect(mail?.source).toContain("Auto-Submitted: auto-generated\r\n");
    expect(mail?.source).toMatch(/Message-ID: <[0-9a-f-]{36}@example\.org>\r\n/);
    expect(mail?.source).toContain("Content-Type: text/plain; charset=utf-8");
    expect(mail?.source).toContain("Content-Type: text/html; charset=utf-8");
  });
  it("goes out without further headers when they are not written as they should be", async () => {
    const server = await startMailServer();
    const { queue, log } = await openTestDelivery(await openTestDatabase(deliveryMigrations), {
      ...smtpOn(server.port),
      "auth.email.smtp.headers": '{"X-Kind": "no list"}',
    });

    await queue(aMail());
    await queue(aMail());

    expect(await server.received(2)).toHaveLength(2);
    expect(log.filter(({ message }) => message.includes("smtp.headers"))).toHaveLength(1);
  });
  it("is tried again under the same Message-ID when the server is busy", async () => {
    const messageIds = new Set<string>();
    const answers = [{ responseCode: 450 }, { responseCode: 421 }];
    const server = await startMailServer({
      judgeMail: (source) => {
        messageIds.add(/^Message-ID: (.*)$/m.exec(source)?.[1] ?? "");
        return answers.shift();
      },
    });
    const { queue, log, registry } = await openTestDelivery(
      await openTestDatabase(deliveryMigrations),
      smtpOn(server.port),
    );

    await queue(aMail());

    expect(await server.received(1)).toHaveLength(1);
    expect(messageIds.size).toBe(1);
    expect(log).toMatchObject([
      { level: "warn", fields: { attempt: 1, reason: "EMESSAGE 450 DATA" } },
      { level: "warn", fields: { attempt: 2, reason: expect.stringContaining("421") } },
    ]);
    expect(registry.expose()).toContain(
      'vedette_request_failure_total{namespace="default",operation="SendMail",status_code="UNAVAILABLE"} 2\n',
    );
  });
  it("is kept as a dead letter when the server will never take it, and others go on", async () => {
    const server = await startMailServer({
      judge: (recipient) => (recipient === "gone@example.org" ? { responseCode: 550 } : undefined),
    });
    const { queue, log, registry } = await openTestDelivery(
      await openTestDatabase(deliveryMigrations),
      smtpOn(server.port),
    );

    await queue(aMail({ to: "gone@example.org" }));
    await queue(aMail({ to: "ada@example.org" }));

    expect((await server.received(1)).map(({ to }) => to)).toEqual([["ada@example.org"]]);
    await until(() => registry.expose().includes('vedette_delivery_jobs{queue="mail_dead",state="ready"} 1\n'));
    expect(log).toEqual([
      expect.objectContaining({
        level: "error",
        fields: expect.objectContaining({ attempt: 1, reason: "EENVELOPE 550 RCPT TO" }),
      }),
    ]);
  });
  it("waits while the mail server does not know our password", async () => {
    const passwords: string[] = [];
    const server = await startMailServer({
      server: {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, answer) => {
          passwords.push(password ?? "");
          if (passwords.length === 1) answer(Object.assign(new Error("Who are you?"), { responseCode: 535 }));
          else answer(null, { user: "watch" });
        },
      },
    });
    const { queue, log } = await openTestDelivery(await openTestDatabase(deliveryMigrations), {
      ...smtpOn(server.port),
      "auth.email.smtp.user": "watch",
      "auth.email.smtp.pass": "canary-password",
    });

    await queue(aMail());

    expect(await server.received(1)).toHaveLength(1);
    expect(passwords).toEqual(["canary-password", "canary-password"]);
    expect(log).toMatchObject([{ fields: { reason: "EAUTH 535 AUTH PLAIN" } }]);
  });
  it("leaves no address, subject, text or password in the log", async () => {
    const server = await startMailServer({ judge: () => ({ responseCode: 550 }) });
    const { queue, log } = await openTestDelivery(await openTestDatabase(deliveryMigrations), {
      ...smtpOn(server.port),
      "auth.email.smtp.user": "",
      "auth.email.smtp.pass": "canary-password",
    });

    await queue(aMail({ to: "canary@example.org", subject: "canary subject" }));
    await until(() => log.length > 0);

    expect(JSON.stringify(log)).not.toContain("canary");
  });
  it("that is none is refused, with the change it is about", async () => {
    const db = await openTestDatabase(deliveryMigrations);
    const { delivery } = await openTestDelivery(db);

    const change = db
      .as()
      .transaction()
      .execute((trx) => delivery.queueMail(trx, aMail({ subject: "one\r\nBcc: all@example.org" })));

    await expect(change).rejects.toThrow(TypeError);
  });
  it("goes to the mail server that is set now, without a restart", async () => {
    const [first, second] = [await startMailServer(), await startMailServer()];
    const settings = smtpOn(first.port);
    const { queue, settings: live } = await openTestDelivery(await openTestDatabase(deliveryMigrations), settings);
    await queue(aMail());
    await first.received(1);

    Object.assign(live, smtpOn(second.port));
    await queue(aMail());

    expect(await second.received(1)).toHaveLength(1);
    expect(first.mails).toHaveLength(1);
  });
});

onEachStore("encryption towards the mail server", (openTestDatabase) => {
  it("is used when it is offered and the certificate is good", async () => {
    trust(CERTIFICATE.cert);
    const server = await startMailServer({ server: { ...CERTIFICATE, disabledCommands: [] } });
    const { queue } = await openTestDelivery(await openTestDatabase(deliveryMigrations), smtpOn(server.port));

    await queue(aMail());

    expect(await server.received(1)).toMatchObject([{ isEncrypted: true }]);
  });
  it("is not given up when nobody vouches for the certificate: the mail waits", async () => {
    const server = await startMailServer({ server: { ...CERTIFICATE, disabledCommands: [] } });
    const { queue, log } = await openTestDelivery(await openTestDatabase(deliveryMigrations), smtpOn(server.port));

    await queue(aMail());
    await until(() => log.length > 0);

    expect(log).toMatchObject([{ level: "warn", fields: { reason: "DEPTH_ZERO_SELF_SIGNED_CERT CONN" } }]);
    expect(server.mails).toEqual([]);
  });
  it("is spoken from the first byte where smtp_security is implicit, on every port", async () => {
    trust(CERTIFICATE.cert);
    const server = await startMailServer({ server: { ...CERTIFICATE, secure: true } });
    const { queue } = await openTestDelivery(await openTestDatabase(deliveryMigrations), {
      ...smtpOn(server.port),
      "auth.email.smtp.security": "implicit",
    });

    await queue(aMail());

    expect((await server.received(1))[0]?.isEncrypted).toBe(true);
  });
  it("is required where smtp_security is starttls", async () => {
    const server = await startMailServer();
    const { queue, log } = await openTestDelivery(await openTestDatabase(deliveryMigrations), {
      ...smtpOn(server.port),
      "auth.email.smtp.security": "starttls",
    });

    await queue(aMail());
    await until(() => log.length > 0);

    expect(log).toMatchObject([{ level: "warn", fields: { reason: expect.stringMatching(/^ETLS/) } }]);
    expect(server.mails).toEqual([]);
  });
  it("is demanded before a password leaves this machine", async () => {
    const passwords: string[] = [];
    const server = await startMailServer({
      server: {
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, answer) => {
          passwords.push(password ?? "");
          answer(null, { user: "watch" });
        },
      },
    });
    const { queue, log } = await openTestDelivery(await openTestDatabase(deliveryMigrations), {
      ...smtpOn(server.port),
      // Another name for this machine that the sender does not take for it.
      "auth.email.smtp.host": "0.0.0.0",
      "auth.email.smtp.user": "watch",
      "auth.email.smtp.pass": "canary-password",
    });

    await queue(aMail());
    await until(() => log.length > 0);

    expect(passwords).toEqual([]);
    expect(server.mails).toEqual([]);
  });
});

/** Makes this process believe a certificate, for one test. */
function trust(certificate: string): void {
  const before = getCACertificates();
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}
