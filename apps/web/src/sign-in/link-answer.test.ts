import { describe, expect, it } from "vitest";
import { readLinkAnswer } from "./link-answer.ts";

describe("the answer of a mail's link", () => {
  it("brings an access token in the fragment", () => {
    const answer = readLinkAnswer({ search: "", hash: "#access_token=abc&refresh_token=def&type=invite" });
    expect(answer).toEqual({ kind: "tokens", accessToken: "abc", type: "invite" });
  });

  it("brings a token hash in the query", () => {
    const answer = readLinkAnswer({ search: "?token_hash=123&type=invite", hash: "" });
    expect(answer).toEqual({ kind: "hash", tokenHash: "123", type: "invite" });
  });

  it("says why the link was refused, wherever it stands", () => {
    const refused = {
      kind: "refused",
      code: "otp_expired",
      description: "Email link is invalid or has expired",
      requestId: "req-7",
    };
    const text =
      "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&request_id=req-7";
    expect(readLinkAnswer({ search: "", hash: `#${text}` })).toEqual(refused);
    expect(readLinkAnswer({ search: `?${text}`, hash: "" })).toEqual(refused);
  });

  it("says what a provider itself refused", () => {
    const answer = readLinkAnswer({ search: "?error=access_denied&error_code=unknown&error_description=No", hash: "" });
    expect(answer).toMatchObject({ kind: "refused", code: "access_denied", description: "No" });
  });

  it("is for whoever asked for it, when it brings a code that only they can redeem", () => {
    const answer = readLinkAnswer({ search: "?code=2f5a1c9e-8c1e-4d6e-9a70-000000000000", hash: "" });
    expect(answer).toMatchObject({ kind: "refused", code: "link_elsewhere" });
  });

  it("is half of two when only one address has confirmed a change", () => {
    expect(readLinkAnswer({ search: "", hash: "#message=Confirmation+link+accepted&sb=" })).toEqual({ kind: "half" });
  });

  it("is nothing when somebody opens the page by hand", () => {
    expect(readLinkAnswer({ search: "", hash: "" })).toEqual({ kind: "nothing" });
  });
});
