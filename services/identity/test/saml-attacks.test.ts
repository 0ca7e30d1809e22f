import { beforeAll, describe, expect, it } from "vitest";
import { readAssertion } from "../src/saml/assertion.ts";
import { readIdentityProviderMetadata } from "../src/saml/identity-provider.ts";
import type { ServiceProvider } from "../src/saml/service-provider.ts";
import { readResponse, verifyResponse } from "../src/saml/verify-response.ts";
import { XmlRefusal } from "../src/saml/xml.ts";
import {
  aSamlKey,
  base64,
  publicPemOf,
  type SamlIdentityProvider,
  startSamlIdentityProvider,
} from "./saml-identity-provider.ts";
import { FORGED, WRAPPINGS } from "./saml-wrapping.ts";

const BASE = "https://room.example/auth/v1";
const ACS = `${BASE}/sso/saml/acs`;
const AUDIENCE = `${BASE}/sso/saml/metadata`;
const REQUEST = "_request-1";

let idp: SamlIdentityProvider;
let service: ServiceProvider;
beforeAll(async () => {
  idp = await startSamlIdentityProvider();
  service = {
    entityId: AUDIENCE,
    acsUrl: ACS,
    sloUrl: `${BASE}/sso/saml/slo`,
    key: await aSamlKey(),
    next: await aSamlKey(),
    allowsEncryption: true,
  };
  return () => idp.close();
});

const good = { audience: AUDIENCE, recipient: ACS, destination: ACS, inResponseTo: REQUEST };

/** What the assertion consumer service does with a response, but for what needs the store. */
async function accept(
  xml: string,
  { now = new Date(), isUnasked = false }: { readonly now?: Date; readonly isUnasked?: boolean } = {},
) {
  const requestId = isUnasked ? undefined : REQUEST;
  const response = readResponse(base64(xml));
  const metadata = readIdentityProviderMetadata(idp.metadata());
  const element = await verifyResponse(response, { metadata, service });
  return readAssertion(element, { issuer: idp.entityId, audience: AUDIENCE, recipient: ACS, requestId, now });
}

describe("a SAML response", () => {
  it.each([
    ["whose assertion is signed", {}],
    ["that is signed itself", { signAssertion: false, signResponse: true }],
    ["that is signed like its assertion", { signResponse: true }],
  ])("%s says who signs in", async (_name, options) => {
    const assertion = await accept(await idp.respond({ ...good, ...options }));

    expect(assertion).toMatchObject({ nameId: { value: "ada" }, sessionIndex: "session-1" });
  });

  it.each(["key", "next"] as const)("may be encrypted for the certificate %s", async (name) => {
    const { certificatePem } = service[name] ?? service.key;
    const encryption = {
      encryptionCert: certificatePem,
      encryptionPublicKey: publicPemOf(certificatePem),
      encryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes256-gcm",
    };
    const xml = await idp.respond({ ...good, ...encryption });

    expect(xml).toContain("EncryptedAssertion");
    expect(xml).not.toContain(">ada<");
    expect((await accept(xml)).nameId?.value).toBe("ada");
  });

  it.each(Object.entries(WRAPPINGS))("is refused when its signature is wrapped: %s", async (name, wrap) => {
    const signsResponse = name === "XSW 1" || name === "XSW 2";
    const xml = await idp.respond({ ...good, signAssertion: !signsResponse, signResponse: signsResponse });
    const wrapped = wrap(xml);

    await accept(xml);
    expect(wrapped).toContain(FORGED);
    const refusal: unknown = await accept(wrapped).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(XmlRefusal);
    // It is refused for what it is, not because nobody could read it.
    expect(String(refusal)).not.toContain("well-formed");
  });

  const sha1 = { signatureAlgorithm: "rsa-sha1", digestAlgorithm: "sha1" };
  it.each<[string, object, RegExp]>([
    ["is not signed at all", { signAssertion: false }, /signature/i],
    ["is signed with SHA-1", sha1, /rsa-sha1/],
    ["is hashed with SHA-1", { digestAlgorithm: "sha1" }, /sha1/],
    ["is for another audience", { audience: "https://other.example" }, /audience/i],
    ["is for nobody", { audience: undefined }, /audience/i],
    ["is for another recipient", { recipient: "https://other.example/acs" }, /recipient/],
    ["answers another request", { inResponseTo: "_request-2" }, /another request/],
    ["answers no request", { inResponseTo: undefined }, /another request/],
    ["comes from another issuer", { issuer: "https://other.example" }, /somebody else/],
    ["reports a failure", { samlStatusCode: "urn:oasis:names:tc:SAML:2.0:status:Responder" }, /did not sign in/],
  ])("is refused when it %s", async (_name, options, reason) => {
    await expect(accept(await idp.respond({ ...good, ...options }))).rejects.toThrow(reason);
  });

  it("counts for as long as it says, three minutes aside", async () => {
    const xml = await idp.respond(good);
    const later = (minutes: number) => ({ now: new Date(Date.now() + minutes * 60_000) });

    await accept(xml, later(7));
    await accept(xml, later(-2));
    await expect(accept(xml, later(9))).rejects.toThrow("not valid any more");
    await expect(accept(xml, later(-4))).rejects.toThrow("not valid yet");
  });

  it("that nobody asked for must not claim to be an answer", async () => {
    const unasked = await idp.respond({ ...good, inResponseTo: undefined });

    expect((await accept(unasked, { isUnasked: true })).nameId?.value).toBe("ada");
    await expect(accept(await idp.respond(good), { isUnasked: true })).rejects.toThrow("another request");
  });

  it("by a key that only the response itself names is refused", async () => {
    const { privatePem: key, certificatePem: cert } = await aSamlKey();

    await expect(accept(await idp.respond({ ...good, key, cert }))).rejects.toThrow(XmlRefusal);
  });

  it("is read whole where comments divide a name", async () => {
    const email = "root@corp.example<!-- -->.evil.example";
    const xml = await idp.respond(good);
    const divided = xml.replace(">ada<", ">ada<!-- -->.evil.example<");

    await expect(accept(divided)).rejects.toThrow(XmlRefusal);
    idp.signInAs({ nameId: "root@corp.example.evil.example", attributes: { email } });
    const signed = await idp.respond(good);
    const commented = signed.replace("root@corp.example.evil", "root@corp.example<!-- -->.evil");
    // Comments are not signed, so the signature holds; nothing may stop reading at them.
    expect((await accept(commented)).nameId?.value).toBe("root@corp.example.evil.example");
    idp.signInAs({ nameId: "ada", attributes: { email: "ada@corp.example" } });
  });

  it.each<[string, (xml: string) => string]>([
    ["an external entity", (xml) => `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml}`],
    [
      "an external entity behind an XML declaration",
      (xml) => `<?xml version="1.0"?><!DOCTYPE r SYSTEM "http://127.0.0.1/x.dtd">${xml}`,
    ],
    [
      "entities that multiply",
      (xml) => `<!DOCTYPE r [<!ENTITY a "aaa"><!ENTITY b "&a;&a;&a;">]>${xml.replace(">ada<", ">&b;<")}`,
    ],
    ["a processing instruction", (xml) => xml.replace("<saml:Subject>", "<?xml-stylesheet href='x'?><saml:Subject>")],
    ["a marked section", (xml) => xml.replace(">ada<", "><![CDATA[ada]]><")],
    ["levels without end", (xml) => `${"<a>".repeat(5000)}${xml}${"</a>".repeat(5000)}`],
    [
      "more than a quarter of a mebibyte",
      (xml) => xml.replace("<saml:Subject>", `${" ".repeat(300_000)}<saml:Subject>`),
    ],
    [
      "two elements of one name",
      (xml) => xml.replace("<saml:Subject>", `<saml:Subject ID="${/ID="([^"]*)"/.exec(xml)?.[1]}">`),
    ],
    [
      "a second assertion",
      (xml) =>
        xml.replace(
          "</samlp:Response>",
          "<saml:Assertion xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'/></samlp:Response>",
        ),
    ],
    ["a half tag", (xml) => xml.slice(0, -5)],
    ["nothing", () => ""],
    ["JSON", () => "{}"],
  ])("with %s is refused before anything of it is believed", async (_name, twist) => {
    const twisted = twist(await idp.respond(good));

    await expect(accept(twisted)).rejects.toThrow(XmlRefusal);
  });

  it("in another encoding is refused", () => {
    const utf16 = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE x><x/>', "utf16le");

    expect(() => readResponse(utf16.toString("base64"))).toThrow(XmlRefusal);
    expect(() => readResponse("%%%")).toThrow("base64");
  });

  it("encrypted by a method that gives itself away is refused", async () => {
    const { certificatePem } = service.key;
    const encryption = {
      encryptionCert: certificatePem,
      encryptionPublicKey: publicPemOf(certificatePem),
      encryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#tripledes-cbc",
      disallowEncryptionWithInsecureAlgorithm: false,
    };
    const strangers = (await aSamlKey()).certificatePem;
    const foreign = { encryptionCert: strangers, encryptionPublicKey: publicPemOf(strangers) };

    await expect(accept(await idp.respond({ ...good, ...encryption }))).rejects.toThrow("not encrypted for this");
    await expect(accept(await idp.respond({ ...good, ...foreign }))).rejects.toThrow("not encrypted for this");
  });
});

describe("metadata of an identity provider", () => {
  it("names its keys, several while they change", async () => {
    const before = readIdentityProviderMetadata(idp.metadata());
    await idp.rotate();

    const { certificates, entityId, signOnUrl, signOutUrl } = readIdentityProviderMetadata(idp.metadata());

    expect(before.certificates).toHaveLength(1);
    expect(certificates).toHaveLength(2);
    expect([entityId, signOnUrl, signOutUrl]).toEqual([idp.entityId, `${idp.url}/sso`, `${idp.url}/slo`]);
  });

  it.each<[string, (xml: string) => string, RegExp]>([
    [
      "a document type",
      (xml) => xml.replace("?>", "?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>"),
      /document type/,
    ],
    ["no entity id", (xml) => xml.replace(/entityID="[^"]*"/, ""), /EntityID/],
    ["no identity provider", (xml) => xml.replaceAll("IDPSSODescriptor", "SPSSODescriptor"), /IDPSSODescriptor/],
    ["no key", (xml) => xml.replace(/<md:KeyDescriptor.*<\/md:KeyDescriptor>/s, ""), /certificate/],
    [
      "a broken certificate",
      (xml) => xml.replaceAll(/<ds:X509Certificate>[^<]*/g, "<ds:X509Certificate>AAAA"),
      /certificate/,
    ],
    [
      "a script instead of an address",
      (xml) => xml.replace(/Location="[^"]*\/sso"/, 'Location="javascript:alert(1)"'),
      /web address/,
    ],
  ])("with %s is refused", (_name, twist, reason) => {
    expect(() => readIdentityProviderMetadata(twist(idp.metadata()))).toThrow(reason);
  });
});
