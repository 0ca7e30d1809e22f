import { afterEach, describe, expect, it, vi } from "vitest";
import { codecCall, payloadText, readPayloads } from "./codec.ts";

const CODEC = {
  Endpoint: "https://codec.example/v1",
  PassAccessToken: false,
  IncludeCredentials: false,
  DefaultErrorMessage: "",
  DefaultErrorLink: "",
};
const base64 = (text: string) => Buffer.from(text).toString("base64");

afterEach(() => void vi.unstubAllGlobals());

describe("the call of a codec server", () => {
  /** Somebody who came through the provider; the browser's own stores are not to be had here. */
  const signIn = () => {
    const kept = JSON.stringify({ AccessToken: "access", IDToken: "id" });
    vi.stubGlobal("document", { cookie: "" });
    vi.stubGlobal("sessionStorage", { getItem: () => kept, setItem: () => undefined });
  };

  it("names the namespace, and brings neither cookies nor tokens by itself", () => {
    signIn();

    const { url, headers, credentials } = codecCall(CODEC, "night", {});

    expect(url).toBe("https://codec.example/v1/decode");
    expect(Object.fromEntries(headers)).toEqual({ "content-type": "application/json", "x-namespace": "night" });
    expect(credentials).toBe("omit");
  });

  it("brings cookies where the settings say so", () => {
    expect(codecCall({ ...CODEC, IncludeCredentials: true }, "night", {}).credentials).toBe("include");
  });

  it.each([
    ["https://codec.example", "Bearer access"],
    ["http://codec.example", null],
  ])("to %s brings the access token where the settings say so: %s", (Endpoint, authorization) => {
    signIn();

    const { headers } = codecCall({ ...CODEC, Endpoint, PassAccessToken: true }, "night", {});

    expect(headers.get("authorization")).toBe(authorization);
  });
});

describe("payloads in a text", () => {
  const payload = { metadata: { encoding: base64("json/plain") }, data: base64('{"a":1}') };

  it.each([
    ["one", JSON.stringify(payload), 1],
    ["several", JSON.stringify([payload, payload]), 2],
    ["an object of them", JSON.stringify({ payloads: [payload] }), 1],
  ])("are found: %s", (_what, text, count) => {
    expect(readPayloads(text)).toHaveLength(count);
  });

  it.each(["", "{", "[]", "7", '{"payloads":[]}', '{"other":1}', '[{"data":1}]'])("are not seen in %j", (text) => {
    expect(readPayloads(text)).toBeUndefined();
  });

  it("say what they hold where that is text", () => {
    const image = { metadata: { encoding: base64("binary/plain") }, data: "AAE=" };

    expect(payloadText(payload)).toBe('{\n  "a": 1\n}');
    expect(payloadText({ ...payload, data: base64("no JSON") })).toBe("no JSON");
    expect(JSON.parse(payloadText(image))).toEqual(image);
  });
});
