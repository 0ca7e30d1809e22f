import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DiscoveryDocument } from "./discovery.ts";
import { createDiscoveryCache } from "./discovery-cache.ts";
import type { StoredDiscovery } from "./discovery-store.ts";

const ISSUER = "https://id.example.com";
const DOCUMENT = {
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  jwks_uri: `${ISSUER}/keys`,
};

describe("what a provider publishes of itself", () => {
  let isUp = true;
  let readings = 0;
  const read = async () => {
    readings += 1;
    return isUp ? Response.json(DOCUMENT) : new Response("down", { status: 500 });
  };
  const stored = new Map<string, StoredDiscovery>();
  const store = {
    read: async (source: string) => stored.get(source),
    write: async (source: string, document: DiscoveryDocument) =>
      void stored.set(source, { document, readAt: Date.now() }),
  };
  const warnings: object[] = [];
  const aProcess = () => createDiscoveryCache({ store, warn: (fields) => void warnings.push(fields) });
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    [isUp, readings] = [true, 0];
    stored.clear();
    warnings.length = 0;
  });
  afterEach(() => void vi.useRealTimers());

  it("is read once an hour, whoever asks", async () => {
    const discover = aProcess();

    await Promise.all([discover(read, ISSUER), discover(read, ISSUER)]);
    later(3599);
    expect(await discover(read, ISSUER)).toEqual(DOCUMENT);
    expect(readings).toBe(1);
    later(2);
    await discover(read, ISSUER);
    expect(readings).toBe(2);
  });

  it("is not asked for by everybody while it cannot be read, and is as soon as it can again", async () => {
    const discover = aProcess();
    isUp = false;

    for (let person = 0; person < 50; person += 1) await expect(discover(read, ISSUER)).rejects.toThrow("answered 500");
    expect(readings).toBe(1);
    later(6);
    await expect(discover(read, ISSUER)).rejects.toThrow("answered 500");
    later(6);
    await expect(discover(read, ISSUER)).rejects.toThrow("answered 500");
    expect(readings).toBe(2);
    isUp = true;
    later(5);
    expect(await discover(read, ISSUER)).toEqual(DOCUMENT);
  });

  it("is read once for all processes, and a start in an outage goes on with what they know", async () => {
    await aProcess()(read, ISSUER);
    await aProcess()(read, ISSUER);
    expect(readings).toBe(1);
    isUp = false;
    later(3601);

    expect(await aProcess()(read, ISSUER)).toEqual(DOCUMENT);

    expect(warnings).toEqual([{ provider: ISSUER, isKnown: true, reason: expect.stringContaining("id.example.com") }]);
  });

  it("stays known through an outage", async () => {
    const discover = aProcess();
    await discover(read, ISSUER);
    isUp = false;
    later(3601);

    for (let person = 0; person < 50; person += 1) expect(await discover(read, ISSUER)).toEqual(DOCUMENT);
    expect(readings).toBe(2);
  });
});
