import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { lookUpSenderDomain } from "./sender-domain.ts";

const NAME_ERROR = 3;

/** A name server that knows these texts and nothing else; it keeps silent about names that `isSilent` says. */
async function startNameServer(texts: Readonly<Record<string, string>>, isSilent = (_name: string) => false) {
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.subarray(at + 1, at + 1 + length).toString());
      at += 1 + length;
    }
    const name = labels.join(".").toLowerCase();
    if (isSilent(name)) return;
    const text = texts[name];
    const asked = question.subarray(12, at + 5);
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x81_80 | (text === undefined ? NAME_ERROR : 0), 2);
    head.writeUInt16BE(text === undefined ? 0 : 1, 6);
    head.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([head, asked, ...(text === undefined ? [] : [answerOf(text)])]), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`;
}

/** A TXT record of the name that was asked for, in pieces of 255 bytes at most. */
function answerOf(text: string): Buffer {
  const pieces = (text.match(/.{1,255}/g) ?? []).map((piece) =>
    Buffer.concat([Buffer.of(piece.length), Buffer.from(piece)]),
  );
  const data = Buffer.concat(pieces);
  const head = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

const statesOf = (records: Awaited<ReturnType<typeof lookUpSenderDomain>>) =>
  records.map(({ check, state, name }) => [check, state, name]);

it("finds what receivers of mails look for, in pieces, at usual selectors and above the domain", async () => {
  const key = `v=DKIM1; k=rsa; p=${"A".repeat(300)}`;
  const server = await startNameServer({
    "mail.example.com": "v=spf1 include:_spf.example.com -all",
    "selector2._domainkey.mail.example.com": key,
    "_dmarc.example.com": "v=DMARC1; p=reject",
  });

  const records = await lookUpSenderDomain("mail.example.com", { servers: [server] });

  expect(records).toEqual([
    { check: "spf", state: "found", name: "mail.example.com", value: "v=spf1 include:_spf.example.com -all" },
    { check: "dkim", state: "found", name: "selector2._domainkey.mail.example.com", value: key },
    { check: "dmarc", state: "found", name: "_dmarc.example.com", value: "v=DMARC1; p=reject" },
  ]);
});

it("tells what is not there from what could not be asked", async () => {
  const texts = { "example.com": "some other text", "_dmarc.example.com": "v=DMARC1;p=none" };
  const server = await startNameServer(texts, (name) => name.includes("_domainkey"));

  const records = await lookUpSenderDomain("example.com", { servers: [server], selector: "mine" });

  expect(statesOf(records)).toEqual([
    ["spf", "missing", "example.com"],
    ["dkim", "unknown", "mine._domainkey.example.com"],
    ["dmarc", "found", "_dmarc.example.com"],
  ]);
}, 20_000);

it("takes a key that was withdrawn for none", async () => {
  const server = await startNameServer({ "mine._domainkey.example.com": "v=DKIM1; p=" });

  const [, dkim] = await lookUpSenderDomain("example.com", { servers: [server], selector: "mine" });

  expect(dkim).toMatchObject({ state: "missing" });
});
