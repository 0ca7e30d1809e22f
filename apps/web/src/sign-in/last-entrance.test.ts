import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepEntrance, lastEntrance, leaveFor } from "./last-entrance.ts";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});

describe("the last entrance of a browser", () => {
  it("is none at first, nor while a provider has not let anybody in", () => {
    expect(lastEntrance()).toBeUndefined();
    leaveFor({ name: "github" });
    expect(lastEntrance()).toBeUndefined();
  });

  it("is the provider that let somebody in", () => {
    leaveFor({ name: "custom:harbour" });
    keepEntrance("ada@example.com", "provider");
    expect(lastEntrance()).toEqual({ email: "ada@example.com", provider: "custom:harbour" });
  });

  it("is still known to whoever left for the same provider and came back without having been let in", () => {
    leaveFor({ name: "github" });
    keepEntrance("ada@example.com", "provider");
    leaveFor({ name: "github" });
    expect(lastEntrance()).toEqual({ email: "ada@example.com", provider: "github" });
    leaveFor({ name: "google" });
    expect(lastEntrance()).toBeUndefined();
  });

  it("is a password again after one was typed", () => {
    leaveFor({ name: "github" });
    keepEntrance("ada@example.com", "provider");
    keepEntrance("grace@example.com", "password");
    expect(lastEntrance()).toEqual({ email: "grace@example.com", provider: "" });
  });
});
