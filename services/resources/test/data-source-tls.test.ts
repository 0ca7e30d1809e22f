import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { readAllowedHosts } from "@vedette/http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { askDataSource } from "../src/datasources/proxy.ts";
import { readSourceAccess } from "../src/datasources/source-access.ts";

const PROMETHEUS = "/usr/bin/prometheus";
/** The name on its certificate, which no address leads to. */
const NAME = "prometheus.watch";
/** `hush`, as bcrypt hashes it. */
const HASH = "$2b$04$8J12ijP/AM9X9nB8XRyNm.uDVBmSgynAuxBs5DTJBSXI0ILJUQOHC";

describe.skipIf(!existsSync(PROMETHEUS))("a real Prometheus that takes nobody without certificate and password", () => {
  const folder = mkdtempSync(join(tmpdir(), "vedette-data-source-"));
  const [theirs, ours, foreign] = ["server", "client", "stranger"].map((name) => makeCertificate(folder, name));
  const passwordFile = join(folder, "password");
  let address: string;
  let prometheus: ChildProcess;

  beforeAll(async () => {
    address = `127.0.0.1:${await freePort()}`;
    prometheus = await startGuarded(folder, address, { theirs, ours });
  });
  afterAll(async () => {
    const ended = once(prometheus, "exit");
    if (prometheus.kill("SIGKILL")) await ended;
    rmSync(folder, { recursive: true, force: true });
  });

  const complete = {
    basic_auth: { username: "anna", password: "hush" },
    tls: {
      ca_file: theirs?.certFile,
      cert_file: ours?.certFile,
      key_file: ours?.keyFile,
      server_name: NAME,
    },
  };
  const { ca_file: _, ...withoutAuthority } = complete.tls;
  const { server_name: __, ...withoutName } = complete.tls;

  async function ask(access: object, allowed = address) {
    const answer = await askDataSource({
      baseUrl: `https://${address}`,
      path: "api/v1/query",
      search: "query=vector(7)",
      allowedHosts: readAllowedHosts([allowed]),
      access: readSourceAccess([{ url: `https://${address}`, ...access }]),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: answer.status, body: await text(answer.body) };
  }

  it("answers who brings all that it asks for and knows whom it is", async () => {
    const { status, body } = await ask(complete);

    expect([status, JSON.parse(body)]).toMatchObject([200, { status: "success", data: { result: [{ metric: {} }] } }]);
  });

  it("answers with its certificate unseen where the operator says so", async () => {
    expect(await ask({ ...complete, tls: { ...withoutAuthority, insecure_skip_verify: true } })).toMatchObject({
      status: 200,
    });
  });

  it.each<[string, object]>([
    ["an authority that nobody knows", { ...complete, tls: withoutAuthority }],
    ["another authority", { ...complete, tls: { ...complete.tls, ca_file: foreign?.certFile } }],
    ["a name that is not the address", { ...complete, tls: withoutName }],
    ["another name", { ...complete, tls: { ...complete.tls, server_name: "elsewhere.watch" } }],
    ["no certificate of ours", { ...complete, tls: { ca_file: theirs?.certFile, server_name: NAME } }],
    [
      "a certificate of a stranger's",
      { ...complete, tls: { ...complete.tls, cert_file: foreign?.certFile, key_file: foreign?.keyFile } },
    ],
  ])("cannot be reached with %s", async (_what, access) => {
    await expect(ask(access)).rejects.toMatchObject({
      code: "bad_gateway",
      message: expect.stringContaining(address),
    });
  });

  it("is a bad gateway with another password, and a new one in the file counts immediately", async () => {
    const access = { ...complete, basic_auth: { username: "anna", password_file: passwordFile } };
    writeFileSync(passwordFile, "loud\n");
    await expect(ask(access)).rejects.toMatchObject({
      code: "bad_gateway",
      message: expect.stringContaining("status 401"),
    });

    writeFileSync(passwordFile, "hush\n");
    expect(await ask(access)).toMatchObject({ status: 200 });
  });

  it("is on this machine, and not asked unless the operator lists it", async () => {
    await expect(ask(complete, "10.0.0.0/8")).rejects.toMatchObject({ code: "forbidden" });
  });
});

interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A key, and a certificate that is its own authority. */
function makeCertificate(folder: string, name: string): Certificate {
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${NAME}`];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const files = ["-keyout", keyFile, "-out", certFile];
  execFileSync("openssl", ["req", "-x509", ...kind, ...subject, ...files], { stdio: "ignore" });
  return { certFile, keyFile };
}

async function startGuarded(
  folder: string,
  address: string,
  { theirs, ours }: { readonly theirs: Certificate | undefined; readonly ours: Certificate | undefined },
): Promise<ChildProcess> {
  const [config, web] = [join(folder, "prometheus.yml"), join(folder, "web.yml")];
  writeFileSync(config, "global: {}\n");
  const tls_server_config = {
    cert_file: theirs?.certFile,
    key_file: theirs?.keyFile,
    client_auth_type: "RequireAndVerifyClientCert",
    client_ca_file: ours?.certFile,
  };
  // JSON is YAML as well.
  writeFileSync(web, JSON.stringify({ tls_server_config, basic_auth_users: { anna: HASH } }));
  const server = spawn(
    PROMETHEUS,
    [
      `--config.file=${config}`,
      `--web.config.file=${web}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  for await (const line of createInterface({ input: server.stderr })) {
    if (line.includes("Server is ready to receive web requests")) break;
  }
  server.stderr.resume();
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return address !== null && typeof address === "object" ? address.port : 0;
}
