import { base58 } from "@scure/base";
import { onEachStore } from "@vedette/database/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHAINS } from "../src/web3/chains.ts";
import { readWalletMessage } from "../src/web3/wallet-message.ts";
import { call } from "./call.ts";
import { type IdentityServer, SITE, startIdentity } from "./identity-server.ts";
import { clientOf } from "./published-client-of.ts";
import { anEthereumWallet, aSolanaWallet } from "./wallet-keys.ts";

const ON = { "auth.web3.ethereum.enabled": true, "auth.web3.solana.enabled": true } as const;
const PAGE = `${SITE}/welcome`;

interface Fields {
  readonly domain?: string;
  readonly uri?: string;
  readonly nonce?: string;
  readonly issuedAt?: Date;
  readonly more?: string;
}

function ethereumText(address: string, { domain, uri = PAGE, nonce, issuedAt = new Date(), more = "" }: Fields = {}) {
  const host = domain ?? new URL(uri).host;
  const nonceLine = nonce === undefined ? "" : `\nNonce: ${nonce}`;
  return `${host} wants you to sign in with your Ethereum account:\n${address}\n\nCome in.\n\nURI: ${uri}\nVersion: 1\nChain ID: 1${nonceLine}\nIssued At: ${issuedAt.toISOString()}${more}`;
}

const enter = (server: IdentityServer, body: Record<string, unknown>) =>
  call(server, "POST /token?grant_type=web3", { body });

onEachStore("a wallet", (open) => {
  it("of Ethereum signs its owner in, again as the same person (published client)", async () => {
    const server = await startIdentity(open, { settings: ON });
    const { address, sign } = anEthereumWallet();
    const { auth } = clientOf(server);
    const wallet = {
      address,
      request: async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
        if (method === "eth_requestAccounts") return [address];
        if (method === "eth_chainId") return "0x1";
        return sign(Buffer.from(String(params?.[0]).slice(2), "hex").toString());
      },
      on: () => {},
      removeListener: () => {},
    };
    const signIn = () =>
      auth.signInWithWeb3({
        chain: "ethereum",
        // The client's type is that of a browser's wallet.
        wallet: wallet as never,
        statement: "Come in.",
        options: { url: PAGE },
      });

    const first = await signIn();
    expect(first.error).toBeNull();
    expect(first.data.user).toMatchObject({
      email: "",
      app_metadata: { provider: "web3", providers: ["web3"] },
      identities: [{ provider: "web3", id: `web3:ethereum:${address}` }],
      user_metadata: { custom_claims: { address, chain: "ethereum", network: "1", statement: "Come in." } },
    });
    const second = await signIn();
    expect(second.data.user?.id).toBe(first.data.user?.id);
    const { data } = await auth.getClaims();
    expect(data?.claims).toMatchObject({ aal: "aal1", amr: [{ method: "web3" }] });
  });

  it("of Solana signs its owner in by either of its ways (published client)", async () => {
    const server = await startIdentity(open, { settings: ON });
    const { address, sign } = aSolanaWallet();
    const { auth } = clientOf(server);
    const publicKey = { toBase58: () => address };
    const signsMessages = { publicKey, signMessage: async (text: Uint8Array) => sign(Buffer.from(text).toString()) };
    const signsIn = {
      signIn: async (input: { domain: string; uri: string; issuedAt: string }) => {
        const text = `${input.domain} wants you to sign in with your Solana account:\n${address}\n\nURI: ${input.uri}\nVersion: 1\nChain ID: mainnet\nNonce: abcdefgh1\nIssued At: ${input.issuedAt}\nResources:\n- https://program.example/terms`;
        return { signedMessage: Buffer.from(text), signature: sign(text) };
      },
    };

    const ids: (string | undefined)[] = [];
    for (const wallet of [signsMessages, signsIn]) {
      const options = { url: PAGE };
      const { data, error } = await auth.signInWithWeb3({ chain: "solana", wallet: wallet as never, options });
      expect(error).toBeNull();
      ids.push(data.user?.id);
    }

    expect(ids[1]).toBe(ids[0]);
  });

  it("lets nobody in by a message that was used, or whose nonce was", async () => {
    const server = await startIdentity(open, { settings: ON });
    const { address, sign } = anEthereumWallet();
    const send = (text: string) => enter(server, { chain: "ethereum", message: text, signature: sign(text) });
    const bare = ethereumText(address);
    const named = ethereumText(address, { nonce: "12345678" });

    expect((await send(bare)).status).toBe(200);
    expect((await send(bare)).json).toMatchObject({ error: "invalid_grant" });
    const many = await Promise.all(Array.from({ length: 8 }, () => send(named)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    const sameNonce = ethereumText(address, { nonce: "12345678", issuedAt: new Date(Date.now() - 5000) });
    expect((await send(sameNonce)).json["error"]).toBe("invalid_grant");
    expect((await send(ethereumText(address, { nonce: "87654321" }))).status).toBe(200);
  });

  it("lets nobody in by a message for another site, another time, another address, or with another's signature", async () => {
    const server = await startIdentity(open, { settings: ON });
    const { address, sign } = anEthereumWallet();
    const other = anEthereumWallet();
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    const good = ethereumText(address);
    const signed = (text: string) => ({ message: text, signature: sign(text) });
    const rows: readonly (readonly [string, { message: string; signature: string }])[] = [
      ["another site", signed(ethereumText(address, { uri: "https://evil.example/" }))],
      ["a domain that is not the address's", signed(ethereumText(address, { domain: "evil.example" }))],
      ["http", signed(ethereumText(address, { uri: "http://app.example.com/" }))],
      ["no web page", signed(ethereumText(address, { uri: "javascript:alert(1)", domain: "localhost:3000" }))],
      ["an old message", signed(ethereumText(address, { issuedAt: minutes(-11) }))],
      ["a message of the future", signed(ethereumText(address, { issuedAt: minutes(11) }))],
      [
        "an expired message",
        signed(ethereumText(address, { more: `\nExpiration Time: ${minutes(-1).toISOString()}` })),
      ],
      ["a message for later", signed(ethereumText(address, { more: `\nNot Before: ${minutes(5).toISOString()}` }))],
      ["another's signature", { message: good, signature: other.sign(good) }],
      ["the signature of another text", { message: good, signature: sign(`${good} `) }],
      ["no signature", { message: good, signature: "" }],
      ["half a signature", { message: good, signature: sign(good).slice(0, 100) }],
      ["zeros", { message: good, signature: `0x${"00".repeat(65)}` }],
      ["a wrong check sum", signed(good.replace(address, `0x${"aB".repeat(20)}`))],
    ];

    for (const [name, body] of rows) {
      const { status, json } = await enter(server, { chain: "ethereum", ...body });
      expect([name, status, json["error"]]).toEqual([name, 400, "invalid_grant"]);
    }
    expect((await enter(server, { chain: "ethereum", ...signed(good) })).status).toBe(200);
    // A key of small order "signs" every text.
    const zero = base58.encode(new Uint8Array(32).fill(0, 0, 32).with(0, 1));
    const text = `localhost:3000 wants you to sign in with your Solana account:\n${zero}\n\nVersion: 1\nURI: ${PAGE}\nIssued At: ${new Date().toISOString()}`;
    const forged = Buffer.from([1, ...new Uint8Array(63)]).toString("base64");
    expect((await enter(server, { chain: "solana", message: text, signature: forged })).json["error"]).toBe(
      "invalid_grant",
    );
    expect((await enter(server, { chain: "bitcoin", ...signed(good) })).json["error_code"]).toBe(
      "web3_unsupported_chain",
    );
    for (const message of ["short", "x".repeat(20_481)]) {
      const { status, json } = await enter(server, { chain: "ethereum", message, signature: "0x" });
      expect([status, json["error"]]).toEqual([400, "invalid_grant"]);
    }
    const off = await startIdentity(open);
    expect((await enter(off, { chain: "ethereum", ...signed(good) })).json["error_code"]).toBe(
      "web3_provider_disabled",
    );
    const closed = await startIdentity(open, { settings: { ...ON, "auth.disable_signup": true } });
    expect((await enter(closed, { chain: "ethereum", ...signed(good) })).json["error_code"]).toBe("signup_disabled");
  });
});

describe("the message of a wallet", () => {
  const address = "0x71c7656ec7ab88b098defb751b7401b5f6d8976f";
  const good = ethereumText(address, { nonce: "12345678" });
  const read = (text: string) => readWalletMessage(text, CHAINS.ethereum.form);

  it("is read as the standard writes it", () => {
    const full = `https://${good}\nExpiration Time: 2030-01-01T00:00:00Z\nNot Before: 2020-01-01T00:00:00+01:00\nRequest ID: a%20b\nResources:\n- ipfs://x/\n- https://y.example/`;

    expect(read(full)).toMatchObject({ scheme: "https", domain: "localhost:3000", address, nonce: "12345678" });
    expect(read(good.replace("\nCome in.\n", "\n"))).toMatchObject({ statement: undefined, uri: PAGE });
    expect(CHAINS.ethereum.canonicalAddress("0x71C7656EC7ab88b098defB751B7401B5f6d8976F")).toBe(address);
  });

  it.each([
    ["an extra line at the end", `${good}\nEvil: 1`],
    ["an empty line at the end", `${good}\n`],
    ["carriage returns", good.replaceAll("\n", "\r\n")],
    ["fields in another order", good.replace(/(URI: .*)\n(Version: 1)/, "$2\n$1")],
    ["a field twice", good.replace("Version: 1", "Version: 1\nVersion: 1")],
    ["another version", good.replace("Version: 1", "Version: 2")],
    ["no chain", good.replace("Chain ID: 1\n", "")],
    ["a chain that is no number", good.replace("Chain ID: 1", "Chain ID: 0x1")],
    ["a short nonce", good.replace("12345678", "1234567")],
    ["a nonce with other signs", good.replace("12345678", "1234-5678")],
    ["a statement of two lines", good.replace("Come in.", "Come in.\nURI: https://evil.example/")],
    ["a hidden sign in the statement", good.replace("Come in.", "Come\u202ein.")],
    ["another chain's text", good.replace("Ethereum", "Solana")],
    ["a day that does not exist", good.replace(/Issued At: .*/, "Issued At: 2026-13-01T00:00:00Z")],
    ["a time without a zone", good.replace(/Issued At: .*/, "Issued At: 2026-01-01T00:00:00")],
    ["a resource that is none", `${good}\nResources:\n- not an address`],
    ["text before it", `x\n${good}`],
  ])("with %s is none", (_name, text) => {
    expect(read(text)).toBeUndefined();
  });

  it("of any text never fails but by being none", () => {
    const lines = fc.array(
      fc.oneof(fc.constantFrom(...good.split("\n"), "Resources:", "- https://a.example/", ""), fc.string()),
      { maxLength: 14 },
    );

    fc.assert(
      fc.property(lines, (parts) => {
        for (const { form } of Object.values(CHAINS)) readWalletMessage(parts.join("\n"), form);
      }),
    );
  });
});
