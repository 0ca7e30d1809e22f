import { hash as hashBcrypt } from "@node-rs/bcrypt";
import { settingsFrom } from "@vedette/settings";
import { describe, expect, it } from "vitest";
import { identitySettings } from "../settings.ts";
import { createPasswordHasher, isKnownHash } from "./password-hasher.ts";

const argon2id = createPasswordHasher(settingsFrom(identitySettings));
const bcrypt = createPasswordHasher(settingsFrom(identitySettings, { "auth.password.hash": "bcrypt" }));

describe("a password hash", () => {
  it("is argon2id at no less than OWASP's minimum unless the settings say otherwise", async () => {
    expect(await argon2id.hash("correct horse")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await bcrypt.hash("correct horse")).toMatch(/^\$2b\$10\$/);
  });

  it.each([
    ["argon2id", argon2id],
    ["bcrypt", bcrypt],
  ])("made with %s accepts its password only", async (_name, hasher) => {
    const stored = await hasher.hash("correct horse");

    expect(await argon2id.verify(stored, "correct horse")).toBe(true);
    expect(await bcrypt.verify(stored, "correct horse")).toBe(true);
    expect(await argon2id.verify(stored, "wrong horse")).toBe(false);
    expect(await argon2id.verify(stored, "")).toBe(false);
  });

  it("fits the column that holds it", async () => {
    expect((await argon2id.hash("x".repeat(72))).length).toBeLessThanOrEqual(255);
  });

  it("made elsewhere from more than 72 bytes is compared as its algorithm does", async () => {
    const long = `${"x".repeat(80)}end`;
    const ofBcrypt = await hashBcrypt(Buffer.from(long).subarray(0, 72), { cost: 4 });
    const ofArgon2 = await argon2id.hash(long);

    expect(await argon2id.verify(ofBcrypt, long)).toBe(true);
    expect(await argon2id.verify(ofBcrypt, long.slice(1))).toBe(true);
    expect(await argon2id.verify(ofBcrypt, `y${long}`)).toBe(false);
    expect(await argon2id.verify(ofBcrypt, "x".repeat(71))).toBe(false);
    expect(await argon2id.verify(ofArgon2, long)).toBe(true);
    expect(await argon2id.verify(ofArgon2, long.slice(1))).toBe(false);
    expect(await argon2id.verify(ofArgon2, long.slice(0, 72))).toBe(false);
  });

  it("is not compared with more than 4,096 bytes", async () => {
    const stored = await argon2id.hash("x".repeat(4097));

    expect(await argon2id.verify(stored, "x".repeat(4097))).toBe(false);
    expect(await argon2id.verify(await argon2id.hash("x".repeat(4096)), "x".repeat(4096))).toBe(true);
  });

  it("that is missing or unreadable accepts nothing", async () => {
    expect(await argon2id.verify(undefined, "correct horse")).toBe(false);
    expect(await argon2id.verify("$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$aaaaaaaa", "x")).toBe(false);
    expect(await argon2id.verify("plain text", "plain text")).toBe(false);
  });

  it.each([
    ["$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2E$aW4gdGhlIGVuZCBpdCBpcyBhbGwgdGhlIHNhbWU", true],
    ["$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy", true],
    ["$2b$15$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy", false],
    ["$argon2id$v=19$m=1048576,t=2,p=1$c29tZXNhbHRzb21lc2E$aW4gdGhlIGVuZCBpdA", false],
    ["md5:5f4dcc3b5aa765d61d8327deb882cf99", false],
  ])("%s can be imported: %s", (hash, known) => {
    expect(isKnownHash(hash)).toBe(known);
  });

  it("is replaced at the next sign-in when it was made by the other algorithm", async () => {
    expect(argon2id.isOutdated(await bcrypt.hash("x"), "x")).toBe(true);
    expect(argon2id.isOutdated(await argon2id.hash("x"), "x")).toBe(false);
    expect(bcrypt.isOutdated(await argon2id.hash("x"), "x")).toBe(true);
    expect(bcrypt.isOutdated(await bcrypt.hash("x"), "x")).toBe(false);
  });
});

describe("hashing under load", () => {
  it("refuses at once what would wait behind a hundred others, and works on afterwards", async () => {
    const hasher = createPasswordHasher(settingsFrom(identitySettings));

    const outcomes = await Promise.allSettled(Array.from({ length: 150 }, () => hasher.hash("x")));
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");

    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThanOrEqual(50);
    expect(refused.every(({ reason }) => reason.code === "overloaded")).toBe(true);
    expect(await hasher.verify(await hasher.hash("x"), "x")).toBe(true);
  });
});
