import { describe, expect, it } from "vitest";
import { linkParts } from "./link-parts.ts";

describe("the links of a mail's text", () => {
  it("are found between the words", () => {
    const text = "Join: http://localhost:8080/auth/v1/verify?token=a&type=invite.\n(https://a.example/b)";
    const links = linkParts(text).filter(({ kind }) => kind === "link");
    expect(links.map((part) => part.text)).toEqual([
      "http://localhost:8080/auth/v1/verify?token=a&type=invite",
      "https://a.example/b",
    ]);
  });

  it.each(["", "no link", "https://a.example", "a http://x y https://z. b"])("leave %j whole", (text) => {
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });

  it.each(["javascript:alert(1)", "ftp://host/file", "data:text/html,x"])("do not lead to %s", (text) => {
    expect(linkParts(text)).toEqual([{ kind: "text", text, at: 0 }]);
  });
});
