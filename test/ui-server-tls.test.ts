import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Agent } from "undici";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { call } from "./call.ts";
import { aUiBefore } from "./echo-api.ts";

/** Where nothing listens: the API of these tests has certificates, or is not asked. */
const aUi = (env: Readonly<Record<string, string>> = {}) => aUiBefore({ address: "127.0.0.1:9" }, env);

describe("an API behind TLS, and settings that change while the server runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "vedette-tls-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  const issue = (name: string, extension: string) => {
    writeFileSync(file(`${name}.ext`), extension);
    openssl(
      "req",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-keyout",
      `${name}.key`,
      "-out",
      `${name}.csr`,
      "-subj",
      `/CN=${name}`,
    );
    openssl(
      "x509",
      "-req",
      "-in",
      `${name}.csr`,
      "-CA",
      "ca.pem",
      "-CAkey",
      "ca.key",
      "-days",
      "2",
      "-extfile",
      `${name}.ext`,
      "-out",
      `${name}.pem`,
    );
  };

  it("is asked with the certificates of the settings, and its name is checked", async () => {
    openssl(
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-keyout",
      "ca.key",
      "-out",
      "ca.pem",
      "-days",
      "2",
      "-subj",
      "/CN=authority",
    );
    issue("server", "subjectAltName=DNS:api.example");
    issue("client", "extendedKeyUsage=clientAuth");
    const read = (name: string) => readFileSync(file(name));
    const api = createTlsServer(
      {
        key: read("server.key"),
        cert: read("server.pem"),
        ca: read("ca.pem"),
        requestCert: true,
        rejectUnauthorized: true,
      },
      (_request, response) => response.end("{}"),
    );
    api.listen(0, "127.0.0.1");
    await once(api, "listening");
    onTestFinished(() => void api.close());
    const tls = {
      VEDETTE_ADDRESS: `127.0.0.1:${(api.address() as AddressInfo).port}`,
      VEDETTE_TLS_CA: file("ca.pem"),
      VEDETTE_TLS_CERT: file("client.pem"),
    };
    const named = { VEDETTE_TLS_SERVER_NAME: "api.example" };

    const [byFile, byData, misnamed, strange, unchecked] = await Promise.all([
      aUi({ ...tls, ...named, VEDETTE_TLS_KEY: file("client.key") }),
      aUi({
        VEDETTE_ADDRESS: tls.VEDETTE_ADDRESS,
        ...named,
        // As long as the lists of authorities that systems have.
        VEDETTE_TLS_CA_DATA: Buffer.from(read("ca.pem").toString().repeat(50)).toString("base64"),
        VEDETTE_TLS_CERT_DATA: read("client.pem").toString("base64"),
        VEDETTE_TLS_KEY_DATA: read("client.key").toString("base64"),
      }),
      aUi({ ...tls, VEDETTE_TLS_KEY: file("client.key") }),
      aUi({ VEDETTE_ADDRESS: `https://${tls.VEDETTE_ADDRESS}`, ...named }),
      aUi({
        VEDETTE_ADDRESS: tls.VEDETTE_ADDRESS,
        VEDETTE_TLS_CERT: tls.VEDETTE_TLS_CERT,
        VEDETTE_TLS_KEY: file("client.key"),
        VEDETTE_TLS_ENABLE_HOST_VERIFICATION: "false",
      }),
    ]);
    issue("localhost", "subjectAltName=DNS:localhost");
    const own = { cert: read("localhost.pem"), key: read("localhost.key") };
    const authority = createTlsServer(own, (_request, response) => response.end(read("ca.pem")));
    authority.listen(0, "127.0.0.1");
    await once(authority, "listening");
    onTestFinished(() => void authority.close());
    const byAddress = await aUi({
      ...tls,
      ...named,
      VEDETTE_TLS_CA: `https://localhost:${(authority.address() as AddressInfo).port}/ca.pem`,
      VEDETTE_TLS_KEY: file("client.key"),
      NODE_EXTRA_CA_CERTS: file("ca.pem"),
      VEDETTE_UI_SERVER_TLS_CERT: file("localhost.pem"),
      VEDETTE_UI_SERVER_TLS_KEY: file("localhost.key"),
      VEDETTE_CSRF_COOKIE_INSECURE: "true",
    });
    const overTls = await new Agent({ connect: { ca: read("ca.pem"), minVersion: "TLSv1.2" } }).request({
      origin: byAddress.url.replace("http:", "https:"),
      path: "/api/health",
      method: "GET",
    });

    expect((await call(`${byFile.url}/api/health`)).status).toBe(200);
    expect((await call(`${byData.url}/api/health`)).status).toBe(200);
    expect(overTls.statusCode).toBe(200);
    expect(String(overTls.headers["set-cookie"])).toMatch(/^_csrf=(?!.*Secure)/);
    expect((await call(`${misnamed.url}/api/health`)).status).toBe(502);
    expect((await call(`${strange.url}/api/health`)).status).toBe(502);
    expect((await call(`${unchecked.url}/api/health`)).status).toBe(200);
    expect(unchecked.errors()).toContain("VEDETTE_TLS_ENABLE_HOST_VERIFICATION is off");
  });

  it("takes what the file says now, keeps the last good settings, and lets the environment win", async () => {
    const config = file("vedette.toml");
    const write = (namespace: string) =>
      writeFileSync(config, `[ui]\ndefault_namespace = ${namespace}\nforward_headers = ["x-a"]\n`);
    write('"first"');
    const { url, output } = await aUi({
      VEDETTE_CONFIG: config,
      VEDETTE_CONFIG_REFRESH_INTERVAL: "200ms",
      VEDETTE_FEEDBACK_URL: "https://stays.example/",
    });
    const namespace = async () =>
      (await call<{ DefaultNamespace: string }>(`${url}/api/v1/settings`)).body.DefaultNamespace;
    expect(await namespace()).toBe("first");

    write('"second"');
    await expect.poll(namespace, { timeout: 25_000 }).toBe("second");
    write("nonsense");
    await expect.poll(output, { timeout: 25_000 }).toContain("the last good ones stay");

    expect(await namespace()).toBe("second");
    expect((await call(`${url}/api/v1/settings`)).body).toMatchObject({ FeedbackURL: "https://stays.example/" });
  });
});
