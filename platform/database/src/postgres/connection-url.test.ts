import { describe, expect, it } from "vitest";
import { parseConnectionUrl } from "./connection-url.ts";

const sslModeOf = (url: string) => new URL(parseConnectionUrl(url).connectionString).searchParams.get("sslmode");

describe("a database URL", () => {
  it.each([
    ["postgres://db.example.org/x", "verify-full"],
    ["postgresql://db.example.org/x?sslmode=require", "verify-full"],
    ["postgres://db.example.org/x?sslmode=no-verify", "no-verify"],
    ["postgres://db.example.org/x?sslmode=disable", "disable"],
    ["postgres://localhost/x", "disable"],
    ["postgres://127.0.0.1:5433/x", "disable"],
    ["postgres://[::1]/x", "disable"],
    ["postgres:///x?host=/var/run/postgresql", "disable"],
    ["postgres://localhost/x?sslmode=verify-full", "verify-full"],
    ["postgres://localhost.example.org/x", "verify-full"],
  ])("%s is reached with sslmode %s", (url, mode) => {
    expect(sslModeOf(url)).toBe(mode);
  });

  it.each(["", "db.example.org", "mysql://db/x", "http://db/x", "postgres://db.example.org/x?sslmode=maybe"])(
    "%j is refused",
    (url) => {
      expect(() => parseConnectionUrl(url)).toThrow(expect.objectContaining({ code: "url_invalid" }));
    },
  );

  it("is named in messages without its password", () => {
    expect(parseConnectionUrl("postgres://me:hunter2@db.example.org:6000/x").place).toBe("db.example.org:6000/x");
  });

  it("says whether a pooler stands between", () => {
    expect(parseConnectionUrl("postgres://localhost/x?pgbouncer=true").isPooled).toBe(true);
    expect(parseConnectionUrl("postgres://localhost/x").isPooled).toBe(false);
  });
});
