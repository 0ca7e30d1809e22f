import { expect, it } from "vitest";
import { onEachStore } from "../src/testing.ts";

const READ = [
  ["9007199254740993::int8", "9007199254740993"],
  ["-12::int2", -12],
  ["12::int4", 12],
  ["123.4500::numeric", "123.4500"],
  ["1.5::float8", 1.5],
  ["'Infinity'::float8", Number.POSITIVE_INFINITY],
  ["0.25::float4", 0.25],
  ["true", true],
  ["false", false],
  ["null", null],
  ["'text'::text", "text"],
  ["'a'::varchar(3)", "a"],
  ["'5d2f1c9e-0a37-4c55-9a5b-2f2b8f4f6f11'::uuid", "5d2f1c9e-0a37-4c55-9a5b-2f2b8f4f6f11"],
  ["'2026-02-28 23:59:59.123456+02'::timestamptz", new Date("2026-02-28T21:59:59.123Z")],
  ["'2026-02-28 23:59:59'::timestamp", new Date("2026-02-28T23:59:59Z")],
  ["'0050-01-01 00:00:00.29'::timestamptz", new Date("0050-01-01T00:00:00.290Z")],
  ["'infinity'::timestamptz", Number.POSITIVE_INFINITY],
  ["'2026-02-28'::date", "2026-02-28"],
  ["'1 day 02:00'::interval", "1 day 02:00:00"],
  [`'{"a": [1, "x", null]}'::jsonb`, { a: [1, "x", null] }],
  [`'{"a":1}'::json`, { a: 1 }],
  ["'null'::jsonb", null],
  ["'\\x00ff10'::bytea", new Uint8Array([0, 255, 16])],
  ["'\\x'::bytea", new Uint8Array()],
  ["'192.0.2.1/24'::inet", "192.0.2.1/24"],
  ["array[1, null, 3]::int4[]", [1, null, 3]],
  ["array[1]::int8[]", ["1"]],
  ["array['a', 'b,\"c']::text[]", ["a", 'b,"c']],
  ["array['2026-02-28']::timestamptz[]", [new Date("2026-02-28T00:00:00Z")]],
  [`array['{"a":1}']::jsonb[]`, [{ a: 1 }]],
  [
    "array[[1, 2], [3, 4]]::int4[]",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["'{}'::text[]", []],
] as const;

const BOUND = [
  ["text", "naïve 🦉"],
  ["int4", 7],
  ["int8", "9007199254740993"],
  ["bool", true],
  ["timestamptz", new Date("2026-07-01T12:00:00.5Z")],
  ["timestamp", new Date("2026-07-01T12:00:00.5Z")],
  ["bytea", new Uint8Array([0, 1, 254, 255])],
  ["jsonb", { a: [1, { b: null }] }],
  ["text[]", ["a", null, 'with "quotes", commas and \\']],
  ["timestamp[]", [new Date("2026-07-01T12:00:00Z")]],
  ["uuid", null],
] as const;

onEachStore("a value", (openTestDatabase) => {
  it("is read the same on both stores", async () => {
    const db = await openTestDatabase();

    const { rows } = await db.query(`select ${READ.map(([sql], index) => `${sql} as v${index}`).join(", ")}`);

    expect(READ.map(([sql], index) => [sql, rows[0]?.[`v${index}`]])).toEqual(READ);
  });

  it("comes back as it was bound", async () => {
    const db = await openTestDatabase();

    const { rows } = await db.query(
      `select ${BOUND.map(([type], index) => `$${index + 1}::${type} as v${index}`).join(", ")}`,
      BOUND.map(([, value]) => value),
    );

    expect(BOUND.map(([type], index) => [type, rows[0]?.[`v${index}`]])).toEqual(BOUND);
  });

  it("that is an array is bound to a json column as JSON text", async () => {
    const db = await openTestDatabase();

    const { rows } = await db.query("select $1::jsonb as list", [JSON.stringify([1, { a: 2 }])]);

    expect(rows).toEqual([{ list: [1, { a: 2 }] }]);
  });
});
