import { describe, expect, it } from "vitest";
import { forwardedHeaders } from "./headers.ts";

const from = { address: "10.0.0.1", protocol: "https", host: "watch.example" };
const tokens = { authorization: "Bearer access", "authorization-extras": "id.token" };

describe("the headers of a request to the API", () => {
  it("carry the ID token in the place of the access token where the settings say so", () => {
    const options = { listed: [], usesIdToken: true, from };

    expect(forwardedHeaders(tokens, options)).toMatchObject({ authorization: "Bearer id.token" });
    expect(forwardedHeaders(tokens, options)).not.toHaveProperty("authorization-extras");
    expect(forwardedHeaders(tokens, { ...options, usesIdToken: false })).toMatchObject(tokens);
  });

  it("are those that are listed, in any case, binary ones with their padding and only where they are base64", () => {
    const options = { listed: ["X-Team", "trace-bin", "odd-bin"], usesIdToken: false, from };
    const headers = { "x-team": "night", "x-other": "no", "trace-bin": "AAE", "odd-bin": "!", cookie: "a=b" };

    expect(forwardedHeaders(headers, options)).toEqual({
      "x-team": "night",
      "trace-bin": ["AAE="],
      "x-forwarded-for": "10.0.0.1",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "watch.example",
    });
  });
});
