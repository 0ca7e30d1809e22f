import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTemplate } from "./template.ts";
import { TemplateError } from "./template-error.ts";

const names = ["Email", "Data", "SiteURL", "Token", "NewEmail"];
const data = {
  Email: "ada@example.com",
  Token: "123456",
  SiteURL: "https://site.example/a?b=1&c=2",
  Data: { name: "Ada <b>", list: ["one", "two"], map: { b: 2, a: 1 }, on: true, count: 3, nested: { deep: "x" } },
};

const html = (text: string) => readTemplate(text, { form: "html", names }).render(data);
const plain = (text: string) => readTemplate(text, { form: "text", names }).render(data);

describe("a template", () => {
  it.each([
    ["no action", "no action"],
    ["{{ .Email }}", "ada@example.com"],
    ["{{.Email}} {{ .Token }}", "ada@example.com 123456"],
    ["{{ .Data.name }}", "Ada <b>"],
    ["{{ .Data.missing }}|{{ .Data.missing.deeper }}", "|"],
    ["{{ .Data.nested.deep }}", "x"],
    ["{{ .NewEmail }}", ""],
    ["a {{- .Token -}} b", "a123456b"],
    ["{{/* nobody sees this */}}x", "x"],
    ["{{- /* trimmed */ -}} x", "x"],
    ["{{ if .Data.on }}yes{{ else }}no{{ end }}", "yes"],
    ["{{ if .Data.off }}yes{{ else }}no{{ end }}", "no"],
    ["{{ if .Data.off }}1{{ else if .Data.on }}2{{ else }}3{{ end }}", "2"],
    ['{{ if eq .Token "123456" }}same{{ end }}', "same"],
    ['{{ if eq .Token "1" "2" "123456" }}one of them{{ end }}', "one of them"],
    ["{{ if and .Data.on (not .Data.off) }}both{{ end }}", "both"],
    ["{{ if or .Data.off .Data.on }}either{{ end }}", "either"],
    ["{{ if gt .Data.count 2 }}many{{ end }}", "many"],
    ["{{ range .Data.list }}<{{ . }}>{{ end }}", "<one><two>"],
    ["{{ range $i, $item := .Data.list }}{{ $i }}={{ $item }};{{ end }}", "0=one;1=two;"],
    ["{{ range $key, $item := .Data.map }}{{ $key }}{{ $item }}{{ end }}", "a1b2"],
    ["{{ range .Data.none }}x{{ else }}empty{{ end }}", "empty"],
    ["{{ range .Data.list }}{{ $.Token }}{{ end }}", "123456123456"],
    ["{{ with .Data.nested }}{{ .deep }}{{ end }}", "x"],
    ["{{ $who := .Email }}{{ $who }}", "ada@example.com"],
    ["{{ len .Data.list }} {{ index .Data.list 1 }} {{ index .Data.map `b` }}", "2 two 2"],
    ['{{ print "a" .Token }} {{ .Token | print "b" }}', "a123456 b123456"],
    ["{{ .SiteURL | urlquery }}", "https%3A%2F%2Fsite.example%2Fa%3Fb%3D1%26c%3D2"],
    ['{{ "}}" }}', "}}"],
  ])("%s is %j", (text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  it.each([
    ["<p>{{ .Data.name }}</p>", "<p>Ada &lt;b&gt;</p>"],
    ['<a href="{{ .SiteURL }}">', '<a href="https://site.example/a?b=1&amp;c=2">'],
    ["<a title={{ .Data.name }}>", "<a title=Ada&#32;&#60;b&#62;>"],
    ["<title>{{ .Data.name }}</title>", "<title>Ada &lt;b&gt;</title>"],
  ])("escapes what it fills into %s", (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it.each(["javascript:alert(1)", " java\tscript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "vbscript:x"])(
    "makes no link of %j",
    (address) => {
      const template = readTemplate('<a href="{{ .Data.at }}">x</a>', { form: "html", names });

      expect(template.render({ Data: { at: address } })).toBe('<a href="#">x</a>');
      expect(template.render({ Data: { at: "myapp://x" } })).toBe('<a href="myapp://x">x</a>');
    },
  );

  it("lets no data out of its place", () => {
    const template = readTemplate("<p title='{{ .Data.x }}'>{{ .Data.x }}</p><a href={{ .Data.x }}>z</a>", {
      form: "html",
      names,
    });
    const parts = /^<p title='[^'<>]*'>[^<>]*<\/p><a href=[^\s'"<>]*>z<\/a>$/;
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (x) => parts.test(template.render({ Data: { x } }))));
  });

  it.each([
    ["{{ .Email", 1, 1, "{{ has no }}"],
    ["a\nbc {{ if .Email }}", 2, 4, "{{ if }} has no {{ end }}"],
    ["x{{ end }}", 1, 2, "{{ end }} belongs to nothing"],
    ["{{ if .Email }}{{ else }}{{ else }}{{ end }}", 1, 26, "there is an {{ else }} already"],
    ["\n\n  {{ .Tokn }}", 3, 3, "there is no .Tokn in this mail; there are .Email, .Data, .SiteURL, .Token, .NewEmail"],
    ["{{ $.Tokn }}", 1, 1, "there is no .Tokn in this mail; there are .Email, .Data, .SiteURL, .Token, .NewEmail"],
    ["{{ exec .Email }}", 1, 1, "there is no function exec"],
    ["{{ .Email ? }}", 1, 1, "? cannot be read"],
    ["{{ }}", 1, 1, "a value is missing"],
    ["{{ .Email .Token }}", 1, 1, ".Token has no place here"],
    ["{{ if }}x{{ end }}", 1, 1, "a value is missing"],
    ["{{ (.Email }}", 1, 1, "( has no )"],
    ["{{ $x }}", 1, 1, "$x has not been set"],
    ['{{ template "x" }}', 1, 1, "{{ template }} cannot be used here"],
    ["<script>{{ .Token }}</script>", 1, 9, "a value cannot stand in <script>"],
    ["<style>{{ .Token }}</style>", 1, 8, "a value cannot stand in <style>"],
    ["<!-- {{ .Token }} -->", 1, 6, "a value cannot stand in a comment"],
    ["<p {{ .Token }}>", 1, 4, "a value cannot stand in the name of a tag or attribute"],
  ])("is refused as %j with its place", (text, line, column, message) => {
    const fault = faultOf(text);

    expect(fault).toMatchObject({ line, column, message: `line ${line}, column ${column}: ${message}` });
  });

  it("is refused or rendered, whatever it is, and never anything else", () => {
    const part = fc.constantFrom(
      "{{",
      "}}",
      " ",
      "if",
      "end",
      "else",
      "range",
      ".Email",
      ".",
      "$x",
      ":=",
      "eq",
      "(",
      ")",
      "|",
      '"',
      "<a href=",
      ">",
      "-",
      "\n",
      "`",
      "/*",
      "*/",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        try {
          html(parts.join(""));
        } catch (error) {
          expect(error).toBeInstanceOf(TemplateError);
        }
      }),
    );
  });

  it("does not grow without end", () => {
    const Data = { list: Array.from({ length: 300 }, () => "x".repeat(1000)) };
    const template = readTemplate("{{ range .Data.list }}{{ range $.Data.list }}{{ . }}{{ end }}{{ end }}", {
      form: "html",
      names,
    });

    expect(template.render({ Data }).length).toBeLessThan(600_000);
  });

  it("takes no more than a part of a value that is too long for any mail", () => {
    const template = readTemplate("<p>{{ .Data.name }}</p>", { form: "html", names });

    expect(template.render({ Data: { name: "&".repeat(900_000) } })).toBe(`<p>${"&amp;".repeat(10_000)}</p>`);
  });

  it("knows nothing of what objects inherit", () => {
    expect(plain("{{ .Data.constructor }}{{ .Data.toString }}{{ .Data.__proto__ }}{{ .Data.list.length }}")).toBe("2");
  });
});

function faultOf(text: string): unknown {
  try {
    return html(text);
  } catch (error) {
    return error;
  }
}
