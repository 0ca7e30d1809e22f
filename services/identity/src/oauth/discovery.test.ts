import { describe, expect, it } from "vitest";
import { discover } from "./discovery.ts";

const ISSUER = "https://id.example.com";
const DOCUMENT = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
};

/** A web of addresses that lead to each other; a text is where one leads. */
function aWeb(pages: Readonly<Record<string, string | object>>) {
  const asked: string[] = [];
  const fetch = async (url: string) => {
    asked.push(url);
    const page = pages[url];
    if (typeof page === "string") return new Response(null, { status: 302, headers: { location: page } });
    return page === undefined ? new Response("", { status: 404 }) : Response.json(page);
  };
  return { fetch, asked };
}

const AT = `${ISSUER}/.well-known/openid-configuration`;

describe("the document of an OpenID provider", () => {
  it("may have moved, and must still name its issuer", async () => {
    const moved = aWeb({ [AT]: "/v2/configuration", [`${ISSUER}/v2/configuration`]: DOCUMENT });
    expect(await discover(moved.fetch, ISSUER)).toEqual(DOCUMENT);

    const elsewhere = aWeb({
      [AT]: "https://evil.example/c",
      "https://evil.example/c": { ...DOCUMENT, issuer: "https://evil.example" },
    });
    await expect(discover(elsewhere.fetch, ISSUER)).rejects.toThrow("another issuer");
  });

  it("is not looked for without TLS, nor for ever", async () => {
    const plain = aWeb({ [AT]: "http://id.example.com/c", "http://id.example.com/c": DOCUMENT });
    await expect(discover(plain.fetch, ISSUER)).rejects.toThrow("leads on");
    expect(plain.asked).toEqual([AT]);

    const circle = aWeb({ [AT]: AT });
    await expect(discover(circle.fetch, ISSUER)).rejects.toThrow("leads on");
    expect(circle.asked).toHaveLength(4);
  });
});
