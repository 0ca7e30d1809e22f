import { expect, it } from "vitest";
import { placeOf } from "./place-of.ts";

it.each([
  ["https://wiki.example/callback", { kind: "site", host: "wiki.example" }],
  ["https://wiki.example:8443/callback", { kind: "site", host: "wiki.example:8443" }],
  ["https://127.0.0.1.evil.example/", { kind: "site", host: "127.0.0.1.evil.example" }],
  ["https://xn--pple-43d.example/", { kind: "site", host: "xn--pple-43d.example" }],
  ["http://127.0.0.1:7777/", { kind: "machine" }],
  ["http://localhost:1/", { kind: "machine" }],
  ["http://[::1]:1/", { kind: "machine" }],
  ["com.example.app:/callback", { kind: "app", scheme: "com.example.app" }],
])("an answer to %s goes to %o", (address, place) => {
  expect(placeOf(address)).toEqual(place);
});
