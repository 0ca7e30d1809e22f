import { inflateRawSync } from "node:zlib";
import { SAML } from "@node-saml/node-saml";
import { onEachStore } from "@vedette/database/testing";
import { expect, it } from "vitest";
import { SignedXml } from "xml-crypto";
import { cleanUp } from "../src/cleanup/clean-up.ts";
import { call } from "./call.ts";
import { addProvider, begin, REDIRECT, signIn, startWith } from "./saml-browser.ts";
import { base64, PERSISTENT, type SamlIdentityProvider, startSamlIdentityProvider } from "./saml-identity-provider.ts";

/** A message as it is sent by a form. */
function signedXml(xml: string, { key }: SamlIdentityProvider): string {
  const signature = new SignedXml({
    privateKey: key().privatePem,
    signatureAlgorithm: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: "http://www.w3.org/2001/10/xml-exc-c14n#",
  });
  signature.addReference({
    xpath: "/*",
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"],
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  signature.computeSignature(xml, { location: { reference: "/*/*[local-name()='Issuer']", action: "after" } });
  return signature.getSignedXml();
}

onEachStore("signing out of single sign-on by SAML", (open) => {
  it("ends here when it ends at the identity provider, and there when it ends here", async () => {
    const idp = await startSamlIdentityProvider();
    const stranger = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    await addProvider(server, idp);
    const bearer = (await signIn(server, idp)).tokens.get("access_token") ?? "";
    const isIn = async (token: string) => (await call(server, "GET /user", { bearer: token })).status === 200;
    const slo = `${server.url}/auth/v1/sso/saml/slo`;
    const other = ({ key }: SamlIdentityProvider) =>
      new SAML({
        issuer: idp.entityId,
        entryPoint: slo,
        logoutUrl: slo,
        callbackUrl: slo,
        idpCert: key().certificatePem,
        privateKey: key().privatePem,
        signatureAlgorithm: "sha256",
      });
    const request = (from: SamlIdentityProvider, sessionIndex = "session-1") =>
      other(from).getLogoutUrlAsync(
        { issuer: idp.entityId, nameID: "ada", nameIDFormat: PERSISTENT, sessionIndex },
        "there",
        {},
      );
    const browse = (url: string) => call(server, `GET /sso/saml/slo${new URL(url).search}`);
    const without = (url: string, name: string) => {
      const address = new URL(url);
      address.searchParams.delete(name);
      return address.href;
    };

    const good = await request(idp);
    const refused = [
      await request(stranger),
      without(good, "Signature"),
      without(good, "SigAlg"),
      `${good}&SAMLRequest=${encodeURIComponent(new URL(await request(stranger)).searchParams.get("SAMLRequest") ?? "")}`,
      `${good}&RelayState=elsewhere`,
      slo,
    ];
    for (const url of refused) expect((await browse(url)).status, url.slice(0, 300)).toBe(400);
    const elsewhere = await browse(await request(idp, "session-2"));
    expect([elsewhere.status, await isIn(bearer)]).toEqual([302, true]);
    const ended = await browse(good);

    const answer = new URL(String(ended.headers["location"]));
    expect([answer.origin + answer.pathname, answer.searchParams.get("RelayState")]).toEqual([
      `${idp.url}/slo`,
      "there",
    ]);
    expect(answer.searchParams.get("Signature")).not.toBeNull();
    expect(await isIn(bearer)).toBe(false);
    // By a form as well, with the signature in the message.
    const third = (await signIn(server, idp)).tokens.get("access_token") ?? "";
    const unsigned = inflateRawSync(
      Buffer.from(new URL(good).searchParams.get("SAMLRequest") ?? "", "base64"),
    ).toString();
    const post = async (xml: string) => {
      const form = new URLSearchParams({ SAMLRequest: base64(xml), RelayState: "there" });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return (await call(server, "POST /sso/saml/slo", { text: form.toString(), headers })).status;
    };
    expect([await post(unsigned), await post(signedXml(unsigned, stranger)), await isIn(third)]).toEqual([
      400,
      400,
      true,
    ]);
    expect([await post(signedXml(unsigned, idp)), await isIn(third)]).toEqual([303, false]);
    // And the other way round.
    const second = (await signIn(server, idp)).tokens.get("access_token") ?? "";
    const body = { redirect_to: REDIRECT, skip_http_redirect: true };
    const { json } = await call(server, "POST /sso/logout", { bearer: second, body });
    const asked = new URL(String(json["url"]));
    expect([asked.origin + asked.pathname, await isIn(second)]).toEqual([`${idp.url}/slo`, false]);
    const xml = inflateRawSync(Buffer.from(asked.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
    expect(xml).toMatch(/NameID[^>]*>ada<.*SessionIndex[^>]*>session-1</s);
    const relay = asked.searchParams.get("RelayState") ?? "";
    const respond = (ID: string) =>
      other(idp).getLogoutResponseUrlAsync({ ID, issuer: "x", nameID: "ada", nameIDFormat: "" }, relay, {}, true);
    const back = await browse(await respond(/ ID="([^"]*)"/.exec(xml)?.[1] ?? ""));
    expect([back.status, back.headers["location"]]).toEqual([302, REDIRECT]);
    expect((await browse(await respond("_another"))).status).toBe(404);
  });

  it("leaves nothing behind that has ended", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    await addProvider(server, idp);
    await signIn(server, idp);
    await begin(server);
    await server.db.query("update vedette.saml_assertions set expires_at = now() - interval '1 minute'");
    await server.db.query("update auth.saml_relay_states set created_at = now() - interval '25 hours'");

    const { removed } = await cleanUp(server.identity.db, server.identity.settings);

    expect(removed.get("vedette.saml_assertions")).toBe(1);
    expect(removed.get("auth.saml_relay_states")).toBe(1);
  });
});
