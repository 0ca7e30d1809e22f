import { describe, expect, it } from "vitest";
import { signatureBase, signedAuthorization } from "./signed-request.ts";

const CLIENT = { clientId: "dpf43f3p2l4k3l03", secret: "kd94hf93k423kf44" };

const signatureOf = (header: string) => decodeURIComponent(/oauth_signature="([^"]+)"/.exec(header)?.[1] ?? "");

describe("a request by OAuth 1.0a", () => {
  it.each([
    [
      "that asks for a request token",
      { method: "POST", url: "https://photos.example.net/initiate" } as const,
      undefined,
      { oauth_callback: "http://printer.example.com/ready" },
      { timestamp: "137131200", nonce: "wIjqoS" },
      "74KNZJeDHnMBp0EMJ9ZHt/XKycU=",
    ],
    [
      "that exchanges it",
      { method: "POST", url: "https://photos.example.net/token" } as const,
      { value: "hh5s93j4hdidpola", secret: "hdhd0244k9j7ao03" },
      { oauth_verifier: "hfdp7dh39dks9884" },
      { timestamp: "137131201", nonce: "walatlh" },
      "gKgrFCywp7rO0OXSjdot/IHF7IU=",
    ],
    [
      "with an access token",
      { method: "GET", url: "http://photos.example.net/photos?file=vacation.jpg&size=original" } as const,
      { value: "nnch734d00sl2jdk", secret: "pfkkdhi9sl3r4s00" },
      {},
      { timestamp: "137131202", nonce: "chapoH" },
      "MdpQcU8iPSUjWoN/UDMsK2sui9I=",
    ],
  ])("%s is signed as in RFC 5849, 1.2", (_name, request, token, more, moment, signature) => {
    const header = signedAuthorization(request, { ...CLIENT, token }, more, moment);

    expect(header).toMatch(/^OAuth oauth_consumer_key="dpf43f3p2l4k3l03", /);
    expect(signatureOf(header)).toBe(signature);
  });

  it("is put into one text as in RFC 5849, 3.4.1.1", () => {
    const base = signatureBase(
      { method: "post", url: "http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b" },
      [
        ["oauth_consumer_key", "9djdj82h48djs9d2"],
        ["oauth_token", "kkk9d7dh3k39sjv7"],
        ["oauth_signature_method", "HMAC-SHA1"],
        ["oauth_timestamp", "137131201"],
        ["oauth_nonce", "7d8f3e4a"],
        ["c2", ""],
        ["a3", "2 q"],
      ],
    );

    expect(base).toBe(
      "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2" +
        "%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1" +
        "%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7",
    );
  });

  it("encodes what addresses leave as it is, and says nothing twice", () => {
    expect(signatureBase({ method: "GET", url: "https://example.com/" }, [["a", "!'()*~ é"]])).toBe(
      "GET&https%3A%2F%2Fexample.com%2F&a%3D%2521%2527%2528%2529%252A~%2520%25C3%25A9",
    );
    const request = { method: "GET", url: "https://example.com/" } as const;
    expect(signedAuthorization(request, CLIENT)).not.toBe(signedAuthorization(request, CLIENT));
  });
});
