import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Dashboards as others publish them, and those of a folder that the environment names beside them. */
const FOLDERS = [join(import.meta.dirname, "fixtures"), process.env["VEDETTE_TEST_DASHBOARDS"] ?? ""];

/** File names and their texts. */
export function publishedDashboards(): readonly { readonly name: string; readonly text: string }[] {
  return FOLDERS.filter((folder) => folder !== "").flatMap((folder, index) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".json"))
      .map((file) => ({
        name: `${file.replace(/\.json$/, "")}${index === 0 ? "" : "-more"}`,
        text: readFileSync(join(folder, file), "utf8").trim(),
      })),
  );
}

const panelsOf = (depth: number): string =>
  `[{"type":"row","title":"Deep ${depth}","panels":${depth === 0 ? "[]" : panelsOf(depth - 1)}}]`;

/** What is odd in dashboards that others publish, a document each. */
export const ODD_DASHBOARDS: Readonly<Record<string, string>> = {
  "schema-none": '{"title":"Without a version","rows":[{"panels":[null,{"title":null}]}],"schemaVersion":null}',
  ...Object.fromEntries(
    [1, 8, 14, 16, 27, 36, 39, 41, 42].map((version) => [
      `schema-${version}`,
      `{"schemaVersion":${version},"title":"Of version ${version}","id":null,"panels":[]}`,
    ]),
  ),
  numbers:
    '{"title":"Numbers","n":[1e21,1E+21,-0,-0.0,1.0,1.50,0.1e-7,5e-324,1.7976931348623157e308,100000000000000000000]}',
  "huge-integers": '{"title":"Integers","id":9223372036854775807,"n":[18446744073709551616,-9007199254740993]}',
  escapes:
    '{"title":"\\u0041\\u00e9\\ud83d\\ude00","a":"\\/\\b\\f\\n\\r\\t\\"\\\\","u":"\\u2028\u2028\\u007f","\\u006bey":1}',
  "keys-alike": '{"title":"Keys","a":1,"A":2," a":3,"a ":4,"\\u0061b":5,"ab ":6,"1":1,"01":2,"é":1,"e\u0301":2}',
  "null-panels":
    '{"title":"Nulls","panels":null,"templating":{"list":null},"annotations":null,"tags":null,"time":null}',
  "panels-of-all-kinds":
    '{"title":"Kinds","panels":[null,{},{"id":1},{"id":1,"datasource":null},"text",7,[]],"refresh":false}',
  "deep-rows": `{"title":"Deep","panels":${panelsOf(24)}}`,
  blanks: '{\r\n\t"title" : "Blanks" ,\n\n  "panels" : [ ]\t,"tags":[\n]\r\n}',
};
