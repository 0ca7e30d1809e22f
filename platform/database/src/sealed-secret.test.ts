import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openKeyRing } from "./key-ring.ts";
import { seal, unseal } from "./sealed-secret.ts";

const PLACE = { table: "vedette.data_sources", column: "password", rowId: "7" };
const KEY_A = Buffer.alloc(32, 1).toString("base64");
const KEY_B = Buffer.alloc(32, 2).toString("base64url");

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "vedette-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const keysOf = (id: string, key: string, decryptionKeys: string[] = []) =>
  openKeyRing({ dataDir: "/nowhere", encryptionKeyId: id, encryptionKey: key, decryptionKeys });

describe("a sealed secret", () => {
  it("is opened in its place", () => {
    const keys = keysOf("a", KEY_A);

    const stored = seal(keys, "päss wörd", PLACE);

    expect(stored).not.toContain("wörd");
    expect(JSON.parse(stored)).toEqual({
      key_id: "a",
      alg: "aes-gcm-hkdf",
      data: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/),
      nonce: expect.stringMatching(/^[A-Za-z0-9+/]{16}$/),
    });
    expect(unseal(keys, stored, PLACE)).toBe("päss wörd");
  });

  it("is sealed otherwise each time", () => {
    const keys = keysOf("a", KEY_A);

    expect(seal(keys, "same", PLACE)).not.toBe(seal(keys, "same", PLACE));
  });

  it.each([{ rowId: "8" }, { column: "token" }, { table: "vedette.other" }])("is not opened at %j", (elsewhere) => {
    const keys = keysOf("a", KEY_A);
    const stored = seal(keys, "secret", PLACE);

    expect(() => unseal(keys, stored, { ...PLACE, ...elsewhere })).toThrow(
      expect.objectContaining({ code: "secret_unreadable" }),
    );
  });

  it.each([
    ["changed", (text: string) => text.replace(/"data":"(.)/, (_all, first) => `"data":"${first === "A" ? "B" : "A"}`)],
    ["cut short", (text: string) => text.replace(/"data":"[^"]*"/, '"data":"AAAA"')],
    ["not sealed at all", () => "plain"],
  ])("is refused when it was %s", (_how, change) => {
    const keys = keysOf("a", KEY_A);

    expect(() => unseal(keys, change(seal(keys, "secret", PLACE)), PLACE)).toThrow(
      expect.objectContaining({ code: "secret_unreadable" }),
    );
  });

  it("is opened with an earlier key that is still listed", () => {
    const stored = seal(keysOf("a", KEY_A), "secret", PLACE);

    expect(unseal(keysOf("b", KEY_B, [`a:${KEY_A}`]), stored, PLACE)).toBe("secret");
  });

  it("names the key that is missing", () => {
    const stored = seal(keysOf("a", KEY_A), "secret", PLACE);

    expect(() => unseal(keysOf("b", KEY_B), stored, PLACE)).toThrow(
      expect.objectContaining({ code: "key_unknown", message: expect.stringContaining('"a"') }),
    );
  });
});

describe("a secret in the schema auth", () => {
  const place = { table: "auth.users", column: "encrypted_password", rowId: "5d2f1c9e-0a37-4c55-9a5b-2f2b8f4f6f11" };

  it("is opened in another column of its row, as the peer does", () => {
    const keys = keysOf("a", KEY_A);

    expect(unseal(keys, seal(keys, "hash", place), { ...place, column: "other" })).toBe("hash");
  });

  it("may be there unsealed, and stays so when sealing is off", () => {
    const keys = openKeyRing({ dataDir: "/nowhere", sealsAuth: false, encryptionKeyId: "a", encryptionKey: KEY_A });

    expect(seal(keys, "$2b$10$hash", place)).toBe("$2b$10$hash");
    expect(unseal(keys, "$2b$10$hash", place)).toBe("$2b$10$hash");
  });
});

describe("the key ring", () => {
  it("keeps a key of its own in the data directory when none is configured", () => {
    const dataDir = join(aFolder(), "data");

    const stored = seal(openKeyRing({ dataDir }), "secret", PLACE);

    expect(unseal(openKeyRing({ dataDir }), stored, PLACE)).toBe("secret");
    expect(statSync(join(dataDir, "master.key")).mode & 0o777).toBe(0o600);
    expect(() => unseal(openKeyRing({ dataDir: join(aFolder(), "other") }), stored, PLACE)).toThrow(
      expect.objectContaining({ code: "key_unknown" }),
    );
  });

  it("is refused when others can read its file", () => {
    const dataDir = join(aFolder(), "data");
    openKeyRing({ dataDir });
    const text = readFileSync(join(dataDir, "master.key"));
    rmSync(join(dataDir, "master.key"));
    writeFileSync(join(dataDir, "master.key"), text, { mode: 0o644 });

    expect(() => openKeyRing({ dataDir })).toThrow(expect.objectContaining({ code: "data_dir_exposed" }));
  });

  it.each([
    ["too short", { encryptionKeyId: "a", encryptionKey: "c2hvcnQ=" }],
    ["no base64", { encryptionKeyId: "a", encryptionKey: "!".repeat(43) }],
    ["a key without a name", { encryptionKey: KEY_A }],
    ["a name without a key", { encryptionKeyId: "a" }],
    ["a bad earlier key", { encryptionKeyId: "a", encryptionKey: KEY_A, decryptionKeys: ["b:xx"] }],
  ])("is refused with %s, and does not quote the key", (_fault, source) => {
    expect(() => openKeyRing({ dataDir: "/nowhere", ...source })).toThrow(
      expect.objectContaining({ code: "key_invalid", message: expect.not.stringContaining(KEY_A) }),
    );
  });
});
