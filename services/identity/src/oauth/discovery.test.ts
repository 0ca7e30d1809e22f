import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createDiscoveryCache } from "./discovery.ts";

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
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    [isUp, readings] = [true, 0];
  });
  afterEach(() => void vi.useRealTimers());

  it("is read once an hour, whoever asks", async () => {
    const discover = createDiscoveryCache();

    await Promise.all([discover(read, ISSUER), discover(read, ISSUER)]);
    later(3599);
    expect(await discover(read, ISSUER)).toEqual(DOCUMENT);
    expect(readings).toBe(1);
    later(2);
    await discover(read, ISSUER);
    expect(readings).toBe(2);
  });

  it("is not asked for by everybody while it cannot be read, and is as soon as it can again", async () => {
    const discover = createDiscoveryCache();
    isUp = false;

    for (let person = 0; person < 50; person += 1) await expect(discover(read, ISSUER)).rejects.toThrow("no OpenID");
    expect(readings).toBe(1);
    later(6);
    await expect(discover(read, ISSUER)).rejects.toThrow("no OpenID");
    later(6);
    await expect(discover(read, ISSUER)).rejects.toThrow("no OpenID");
    expect(readings).toBe(2);
    isUp = true;
    later(5);
    expect(await discover(read, ISSUER)).toEqual(DOCUMENT);
  });

  it("stays known through an outage", async () => {
    const discover = createDiscoveryCache();
    await discover(read, ISSUER);
    isUp = false;
    later(3601);

    for (let person = 0; person < 50; person += 1) expect(await discover(read, ISSUER)).toEqual(DOCUMENT);
    expect(readings).toBe(2);
  });
});
