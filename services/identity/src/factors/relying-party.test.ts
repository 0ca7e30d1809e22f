import { settingsFrom } from "@vedette/settings";
import { Check } from "typebox/value";
import { expect, it } from "vitest";
import { identitySettings } from "../settings.ts";
import { relyingParty } from "./relying-party.ts";

const addresses = { siteUrl: "https://app.example.com/", publicUrl: "https://id.example.com" };
const isValid = (origin: string) => Check(identitySettings["auth.webauthn.rp_origins"].type, [origin]);
const originsFor = (origins: readonly string[]) =>
  relyingParty({
    settings: settingsFrom(identitySettings, { "auth.webauthn.rp_origins": [...origins] }),
    addresses: addresses as never,
  }).origins;

it.each([
  ["https://app.example.com/", "https://app.example.com"],
  ["https://app.example.com:443", "https://app.example.com"],
  [" https://App.example.com ", "https://app.example.com"],
  ["http://localhost:80", "http://localhost"],
  ["https://app.example.com:8443", "https://app.example.com:8443"],
  ["android:apk-key-hash:abc-_9", "android:apk-key-hash:abc-_9"],
])("reads the origin %j as browsers write it", (configured, origin) => {
  expect(isValid(configured)).toBe(true);
  expect(originsFor([configured])).toEqual([origin]);
});

it.each([
  "app.example.com",
  "https://app.example.com/sign-in",
  "https://app.example.com?x",
  "ftp://app.example.com",
  "",
])("rejects %j, which is not an origin", (configured) => {
  expect(isValid(configured)).toBe(false);
});
