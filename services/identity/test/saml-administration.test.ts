import { generateKeyPairSync, randomUUID } from "node:crypto";
import { onEachStore } from "@vedette/database/testing";
import { SettingsError } from "@vedette/settings";
import { expect, it } from "vitest";
import { call } from "./call.ts";
import { startIdentity } from "./identity-server.ts";
import { administer, ENABLED, startWith } from "./saml-browser.ts";
import { startSamlIdentityProvider } from "./saml-identity-provider.ts";

const EMAIL = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

onEachStore("an identity provider of SAML", (open) => {
  it("is nothing at all until it is switched on", async () => {
    const server = await startIdentity(open);
    const settings = { "auth.saml.enabled": true, "auth.saml.private_key": "AAAA" };

    for (const route of ["POST /sso", "GET /sso/saml/metadata", "POST /sso/saml/acs", "GET /sso/saml/slo"] as const) {
      const { status, json } = await call(server, route, route.startsWith("GET") ? {} : { text: "{" });
      expect([status, json["error_code"], json["msg"]]).toEqual([
        404,
        "saml_provider_disabled",
        "SAML 2.0 is disabled",
      ]);
    }
    const on = await startIdentity(open, { beside: server, settings: ENABLED });
    expect((await call(on, "GET /settings")).json["saml_enabled"]).toBe(true);
    const refusals = [{}, { domain: "corp.example", provider_id: randomUUID() }, { provider_id: "../x" }];
    for (const body of refusals) expect((await call(on, "POST /sso", { body })).status).toBe(400);
    const unknown = await call(on, "POST /sso", { body: { domain: "nobody.example" } });
    expect([unknown.status, unknown.json["error_code"]]).toEqual([404, "sso_provider_not_found"]);
    await expect(startIdentity(open, { beside: server, settings })).rejects.toThrow(SettingsError);
  });

  it("has metadata with a certificate that lasts, and announces the next one", async () => {
    const pkcs1 = (bits = 2048) =>
      generateKeyPairSync("rsa", { modulusLength: bits })
        .privateKey.export({ type: "pkcs1", format: "der" })
        .toString("base64");
    const keys = { "auth.saml.private_key": pkcs1(), "auth.saml.external_url": "https://room.example/auth/v1" };
    const server = await startIdentity(open, { settings: { ...ENABLED, ...keys } });
    const beside = await startIdentity(open, {
      beside: server,
      settings: {
        ...ENABLED,
        ...keys,
        "auth.saml.private_key_next": pkcs1(),
        "auth.saml.allow_encrypted_assertions": true,
      },
    });

    const one = await call(server, "GET /sso/saml/metadata");
    const two = await call(beside, "GET /sso/saml/metadata?download=true");

    const certificates = ({ text }: { text: string }) =>
      [...text.matchAll(/X509Certificate>([^<]+)</g)].map(([, found]) => found);
    expect(one.headers["content-type"]).toContain("application/xml");
    expect([one.headers["cache-control"], two.headers["cache-control"]]).toEqual([
      "public, max-age=600",
      "public, max-age=60",
    ]);
    expect(one.text).toContain('entityID="https://room.example/auth/v1/sso/saml/metadata"');
    expect(one.text).toContain('Location="https://room.example/auth/v1/sso/saml/acs"');
    expect(one.text).not.toContain("encryption");
    expect([certificates(one).length, certificates(two).length]).toEqual([1, 4]);
    expect(two.text).toContain("validUntil=");
    expect(two.headers["content-disposition"]).toContain("attachment");
    const again = await startIdentity(open, { beside: server, settings: { ...ENABLED, ...keys } });
    expect(certificates(await call(again, "GET /sso/saml/metadata"))).toEqual(certificates(one));
    await expect(
      startIdentity(open, { beside: server, settings: { ...ENABLED, "auth.saml.private_key": pkcs1(1024) } }),
    ).rejects.toThrow("2048");
  });

  it("is administered with what the clients of the protocol send", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startWith(open, idp);
    const path = "/admin/sso/providers";
    const body = {
      type: "saml",
      metadata_xml: idp.metadata(),
      domains: ["corp.example", "Corp.example", "münchen.example"],
      resource_id: "acme",
    };

    const created = await administer(server, `POST ${path}`, body);
    const id = String(created.json["id"]);
    const listed = await administer(server, `GET ${path}`);

    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({
      resource_id: "acme",
      disabled: false,
      saml: { entity_id: idp.entityId, metadata_xml: idp.metadata(), attribute_mapping: {} },
      domains: [{ domain: "corp.example" }, { domain: "xn--mnchen-3ya.example" }],
      created_at: expect.stringMatching(/Z$/),
    });
    expect(listed.json["items"]).toMatchObject([{ id }]);
    expect(listed.text).not.toContain("metadata_xml");
    expect((await administer(server, `GET ${path}?resource_id=other`)).json["items"]).toEqual([]);
    expect((await administer(server, `GET ${path}/resource_acme`)).json["id"]).toBe(id);
    for (const missing of [randomUUID(), "resource_none", "..%2fusers"]) {
      const { status, json } = await administer(server, `GET ${path}/${missing}`);
      expect([status, json["error_code"]], missing).toEqual([404, "sso_provider_not_found"]);
    }
    const cases: [object, string][] = [
      [{ ...body, type: "oidc" }, "validation_failed"],
      [{ ...body, metadata_url: idp.metadataUrl }, "validation_failed"],
      [{ type: "saml" }, "validation_failed"],
      [{ type: "saml", metadata_url: "ftp://corp.example" }, "validation_failed"],
      [{ type: "saml", metadata_url: "http://corp.example/metadata" }, "validation_failed"],
      [{ type: "saml", metadata_xml: "<x/>" }, "validation_failed"],
      [{ ...body, resource_id: undefined, domains: [] }, "saml_idp_already_exists"],
      [{ ...body, name_id_format: "email" }, "validation_failed"],
      [{ ...body, domains: ["corp example"] }, "validation_failed"],
    ];
    for (const [sent, code] of cases) {
      const { json } = await administer(server, `POST ${path}`, sent);
      expect(json["error_code"], JSON.stringify(sent).slice(0, 200)).toBe(code);
    }
    const other = await startSamlIdentityProvider();
    const taken = await administer(server, `POST ${path}`, {
      ...body,
      resource_id: "b",
      metadata_xml: other.metadata(),
    });
    expect(taken.json["error_code"]).toBe("sso_domain_already_exists");
    const mismatch = await administer(server, `PUT ${path}/${id}`, { metadata_xml: other.metadata() });
    expect(mismatch.json["error_code"]).toBe("saml_entity_id_mismatch");
    const changed = await administer(server, `PUT ${path}/${id}`, {
      domains: ["new.example", "corp.example"],
      attribute_mapping: { keys: { name: { name: "cn" } } },
      name_id_format: EMAIL,
      seen: { updated_at: created.json["updated_at"] },
    });
    const late = await administer(server, `PUT ${path}/${id}`, {
      disabled: true,
      seen: { updated_at: created.json["updated_at"] },
    });
    expect([late.status, late.json["error_code"]]).toEqual([409, "provider_overtaken"]);
    expect(changed.json).toMatchObject({
      domains: [{ domain: "corp.example" }, { domain: "new.example" }],
      saml: { attribute_mapping: { keys: { name: { name: "cn" } } }, name_id_format: expect.stringContaining("email") },
    });
    const deleted = await administer(server, `DELETE ${path}/${id}`);
    expect([deleted.status, deleted.json["id"]]).toEqual([200, id]);
    expect((await administer(server, `GET ${path}`)).json["items"]).toEqual([]);
    expect((await call(server, `GET ${path}`)).status).toBe(401);
    const audit = await administer(server, "GET /admin/audit?query=action:sso_provider");
    const entries = Object.values(audit.json).map((entry) =>
      Reflect.get(Object(Reflect.get(Object(entry), "payload")), "action"),
    );
    expect(entries).toEqual(["sso_provider_deleted", "sso_provider_updated", "sso_provider_created"]);
    const { rows } = await server.db.query(
      `select payload #> '{traits,changes}' as changes from auth.audit_log_entries
       where payload ->> 'action' = 'sso_provider_updated'`,
    );
    expect(rows).toEqual([
      {
        changes: [
          {
            setting: "domains",
            before: ["corp.example", "xn--mnchen-3ya.example"],
            after: ["corp.example", "new.example"],
          },
          {
            setting: "attributeMapping",
            before: expect.anything(),
            after: { keys: { name: { name: "cn" } } },
          },
          { setting: "nameIdFormat", before: null, after: EMAIL },
        ],
      },
    ]);
  });

  it("is added with the id that it has elsewhere, which nobody else has", async () => {
    const [idp, other] = await Promise.all([startSamlIdentityProvider(), startSamlIdentityProvider()]);
    const server = await startWith(open, idp);
    const path = "/admin/sso/providers";
    const id = "3A0C8F4E-5D1B-4C6A-9E2F-7B8A9C0D1E2F";
    const create = async (body: object) => {
      const { status, json } = await administer(server, `POST ${path}`, { type: "saml", ...body });
      return [status, json["id"] ?? json["error_code"]];
    };

    expect(await create({ id: "resource_acme", metadata_xml: idp.metadata() })).toEqual([400, "validation_failed"]);
    expect(await create({ id, metadata_xml: idp.metadata() })).toEqual([201, id.toLowerCase()]);
    expect(await create({ id: id.toLowerCase(), metadata_xml: other.metadata() })).toEqual([409, "conflict"]);
    expect(await create({ metadata_xml: other.metadata() })).toEqual([201, expect.not.stringMatching(id)]);
    expect((await administer(server, `GET ${path}/${id}`)).json).toMatchObject({ saml: { entity_id: idp.entityId } });
  });

  it("fetches no metadata from inside of its own network", async () => {
    const idp = await startSamlIdentityProvider();
    const server = await startIdentity(open, { settings: ENABLED });

    for (const metadata_url of [
      idp.metadataUrl,
      "https://127.0.0.1/x",
      "https://169.254.169.254/latest",
      "https://[::1]/x",
    ]) {
      const { status, json } = await administer(server, "POST /admin/sso/providers", { type: "saml", metadata_url });
      expect(status, metadata_url).toBe(400);
      expect(["validation_failed", "saml_metadata_fetch_failed"]).toContain(json["error_code"]);
    }
    expect(idp.metadataReadings()).toBe(0);
  });
});
