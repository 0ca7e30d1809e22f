import { argon2Sync, randomBytes, scryptSync } from "node:crypto";
import { hashSync } from "@node-rs/bcrypt";
import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { aUser, call, signIn } from "./call.ts";
import { startIdentity } from "./identity-server.ts";

const LONG = `${"correct horse battery staple ".repeat(3)}x`;
const base64 = (bytes: Buffer) => bytes.toString("base64");
const unpadded = (bytes: Buffer) => base64(bytes).replace(/=+$/, "");
const SALT = randomBytes(16);

/** Hashes of a password of 88 bytes, made as other services make them. */
const HASHES = {
  argon2id: () => {
    const cost = { parallelism: 1, tagLength: 32, memory: 1024, passes: 1 };
    const tag = argon2Sync("argon2id", { message: LONG, nonce: SALT, ...cost });
    return `$argon2id$v=19$m=1024,t=1,p=1$${unpadded(SALT)}$${unpadded(tag)}`;
  },
  bcrypt: () => hashSync(Buffer.from(LONG).subarray(0, 72), { cost: 4 }),
  fbscrypt: () => {
    const tag = scryptSync(LONG, SALT, 32, { N: 16, r: 8, p: 1 });
    return `$fbscrypt$v=1,n=4,r=8,p=1$${base64(SALT)}$${base64(tag)}`;
  },
} as const;

onEachStore("an imported hash of a password over 72 bytes", (open) => {
  it.each(Object.entries(HASHES))("of %s signs in", async (name, hash) => {
    expect(Buffer.byteLength(LONG)).toBe(88);
    const server = await startIdentity(open);
    const fields = { email: "ada@example.com", email_confirm: true, password_hash: hash() };
    const id = await aUser(server, { ...fields, password: undefined });

    const body = { email: "ada@example.com", password: LONG };
    expect((await call(server, "POST /token?grant_type=password", { body })).json["user"]).toMatchObject({ id });
    const { rows } = await server.db.query("select encrypted_password as hash from auth.users");
    expect(rows[0]?.["hash"]).toMatch(name === "bcrypt" ? /^\$2[aby]\$04\$/ : /^\$argon2id\$v=19\$m=8,/);
    expect((await signIn(server, { password: LONG })).accessToken).toMatch(/^ey/);
    const wrong = { ...body, password: LONG.replace("correct", "another") };
    expect((await call(server, "POST /token?grant_type=password", { body: wrong })).status).toBe(400);
  });

  it("of bcrypt keeps accepting the password after a sign-in with another ending", async () => {
    const server = await startIdentity(open);
    await aUser(server, { email_confirm: true, password_hash: HASHES.bcrypt(), password: undefined });

    // bcrypt does not compare what comes after 72 bytes.
    expect((await signIn(server, { password: `${LONG.slice(0, 72)}mistyped ending` })).accessToken).toMatch(/^ey/);
    expect((await signIn(server, { password: LONG })).accessToken).toMatch(/^ey/);
  });

  it("of argon2id is not replaced by a bcrypt hash, which would accept other endings", async () => {
    const server = await startIdentity(open, { settings: { "auth.password.hash": "bcrypt" } });
    await aUser(server, { email_confirm: true, password_hash: HASHES.argon2id(), password: undefined });
    expect((await signIn(server, { password: LONG })).accessToken).toMatch(/^ey/);

    const body = { email: "ada@example.com", password: `${LONG.slice(0, 72)}another ending` };
    expect((await call(server, "POST /token?grant_type=password", { body })).status).toBe(400);
    expect((await signIn(server, { password: LONG })).accessToken).toMatch(/^ey/);
  });

  it("does not lift the limit of new passwords", async () => {
    const server = await startIdentity(open);
    const body = { email: "ada@example.com", password: LONG };

    expect((await call(server, "POST /signup", { body })).json["error_code"]).toBe("validation_failed");
    expect((await call(server, "POST /signup", { body: { ...body, password: LONG.slice(0, 72) } })).status).toBe(200);
  });
});
