import { expect, it } from "vitest";
import { splitAt } from "./marked-text.tsx";

it.each([
  ["Harbour cranes", "", ["Harbour cranes"]],
  ["Harbour cranes", "CRANE", ["Harbour ", "crane", "s"]],
  ["Checkout p99 (eu) p99", "p99 ", ["Checkout ", "p99", " (eu) ", "p99", ""]],
  ["Queue depth", "dep  que q", ["", "Que", "ue ", "dep", "th"]],
  ["a.b (eu", "(eu", ["a.b ", "(eu", ""]],
  ["Über Öl", "öl", ["Über ", "Öl", ""]],
  ["Payments per shop", "paymnets", ["", "Payments", " per shop"]],
  ["Empty stock", "stok", ["Empty ", "stock", ""]],
  ["Empty stock", "stoock", ["Empty ", "stock", ""]],
  ["Empty stock", "stack", ["Empty ", "stock", ""]],
  ["Stock of stocks", "stock", ["", "Stock", " of ", "stock", "s"]],
  ["Sun and son", "san", ["Sun and son"]],
  ["C++ (eu)", "(eo)", ["C++ ", "(eu)", ""]],
])("%j, searched for %j, is marked in every second part of %j", (text, query, parts) => {
  expect(splitAt(text, query)).toEqual(parts);
});
