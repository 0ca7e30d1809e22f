import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import samlp, { type SamlpOptions } from "samlp";
import { onTestFinished, TestRunner } from "vitest";
import { certify } from "../src/saml/certificate.ts";
import type { SamlKey } from "../src/saml/saml-key.ts";

/** Somebody whom the identity provider knows. */
interface Employee {
  readonly nameId: string;
  readonly nameIdFormat?: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
}

export const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

/** What a browser takes from the identity provider to the service. */
export interface PostForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A SAML identity provider on loopback. */
export interface SamlIdentityProvider {
  readonly url: string;
  readonly host: string;
  readonly entityId: string;
  readonly metadataUrl: string;
  /** Its metadata as it stands. */
  metadata(): string;
  readonly metadataReadings: () => number;
  /** Who signs in from now on. */
  signInAs(employee: Employee): void;
  /** How responses are made from now on. */
  configure(options: Partial<SamlpOptions>): void;
  /** How long its metadata may be believed, as `cacheDuration` says it. */
  cacheFor(duration: string): void;
  /** Signs with another key from now on; the metadata names the old one, too, unless told otherwise. */
  rotate(how?: "instead"): Promise<void>;
  readonly key: () => SamlKey;
  /** The certificate that requests of the service must be signed with. */
  trust(certificatePem: string): void;
  /** What a browser gets that follows this address. */
  visit(url: string): Promise<PostForm>;
  /** A response as XML. */
  respond(options?: Partial<SamlpOptions>): Promise<string>;
  close(): void;
}

/** Starts an identity provider; it ends with the test, or by whoever started it outside of one. */
export async function startSamlIdentityProvider(): Promise<SamlIdentityProvider> {
  let keys = [await aSamlKey()];
  let employee: Employee = { nameId: "ada", nameIdFormat: PERSISTENT, attributes: { email: "Ada@corp.example" } };
  let configured: Partial<SamlpOptions> = {};
  let trusted: string | undefined;
  let metadataReadings = 0;
  let cacheDuration = "";

  const current = () => {
    const key = keys.at(-1);
    if (key === undefined) throw new TypeError("The identity provider has no key");
    return key;
  };
  const respond = (options: Partial<SamlpOptions> = {}) =>
    new Promise<string>((resolve, reject) => {
      const { privatePem: key, certificatePem: cert } = current();
      const all = {
        issuer: entityId,
        key,
        cert,
        lifetimeInSeconds: 300,
        signatureAlgorithm: "rsa-sha256",
        digestAlgorithm: "sha256",
        sessionIndex: "session-1",
        profileMapper: () => ({
          getClaims: () => employee.attributes ?? {},
          getNameIdentifier: () => ({
            nameIdentifier: employee.nameId,
            nameIdentifierFormat: employee.nameIdFormat ?? PERSISTENT,
          }),
        }),
        ...configured,
        ...options,
      };
      samlp.getSamlResponse(all, {}, (error, xml) => (error ? reject(error) : resolve(xml)));
    });
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? "/", "http://localhost");
    const query = Object.fromEntries(address.searchParams);
    if (address.pathname === "/metadata") {
      metadataReadings += 1;
      response.setHeader("content-type", "application/samlmetadata+xml");
      response.end(metadata());
      return;
    }
    const options = trusted === undefined ? {} : { signingCert: trusted };
    const fakeRequest = { method: "GET", query, body: {}, originalUrl: request.url };
    samlp.parseRequest(fakeRequest, options, (error, asked) => {
      const acs = asked?.assertionConsumerServiceURL ?? query["acs"] ?? "";
      const audience = asked?.issuer ?? query["audience"] ?? "";
      if (error !== null && error !== undefined) {
        response.writeHead(400).end(String(error));
        return;
      }
      const answer = { audience, recipient: acs, destination: acs, ...(asked?.id ? { inResponseTo: asked.id } : {}) };
      respond(answer)
        .then((xml) => response.end(page(acs, { SAMLResponse: base64(xml), RelayState: query["RelayState"] ?? "" })))
        .catch((failure: unknown) => response.writeHead(500).end(String(failure)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => void server.close());
  const address = server.address();
  const host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  const url = `http://${host}`;
  const entityId = `${url}/entity`;
  const metadata = () => `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}"${cacheDuration}>
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${keys.map(keyDescriptor).join("\n    ")}
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}/slo"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${url}/sso-post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${url}/sso"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
  return {
    url,
    host,
    entityId,
    metadataUrl: `${url}/metadata`,
    metadata,
    metadataReadings: () => metadataReadings,
    signInAs(next) {
      employee = next;
    },
    configure(options) {
      configured = options;
    },
    cacheFor(duration) {
      cacheDuration = ` cacheDuration="${duration}"`;
    },
    async rotate(how) {
      const next = await aSamlKey();
      keys = how === "instead" ? [next] : [...keys, next];
    },
    key: current,
    trust(certificatePem) {
      trusted = certificatePem;
    },
    async visit(target) {
      const answer = await fetch(target);
      const html = await answer.text();
      if (answer.status !== 200) throw new Error(`The identity provider answered ${answer.status}: ${html}`);
      return readForm(html);
    },
    respond,
    close: () => void server.close(),
  };
}

export async function aSamlKey(): Promise<SamlKey> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return certify(privateKey, { host: "idp.example", decrypts: false });
}

function keyDescriptor({ certificatePem }: SamlKey): string {
  const certificate = new X509Certificate(certificatePem).raw.toString("base64");
  return `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
}

export function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function page(action: string, fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  return `<!doctype html><body onload="document.forms[0].submit()"><form method="post" action="${action}">${inputs.join("")}<button>Go on</button></form>`;
}

/** What a page posts. */
export function readForm(html: string): PostForm {
  const action = /<form method="post" action="([^"]*)"/.exec(html)?.[1] ?? "";
  const inputs = [...html.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  return { action, fields: Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value])) };
}

/** The public key of a certificate. */
export function publicPemOf(certificatePem: string): string {
  return new X509Certificate(certificatePem).publicKey.export({ type: "spki", format: "pem" }).toString();
}
