import { describe, expect, it } from "vitest";
import { completionAt } from "./json-completion.ts";

/** What is offered where a text has `|`, and the text that taking the first of it makes. */
function offered(marked: string) {
  const at = marked.indexOf("|");
  const text = marked.replace("|", "");
  const found = completionAt(text, at);
  const [first] = found?.options ?? [];
  return {
    texts: found?.options.map((option) => option.text) ?? [],
    taken: found && first && text.slice(0, found.from) + first.insert + text.slice(found.to),
  };
}

const inPanel = (members: string) => `{ "title": "T", "panels": [{ "type": "stat", ${members} }] }`;

describe("what is offered while JSON is typed", () => {
  it("is the names that an object can have and has not", () => {
    const { texts } = offered('{ "title": "T", | }');

    expect(texts).toContain("panels");
    expect(texts).toContain("timezone");
    expect(texts).not.toContain("title");
  });

  it("is what begins as it is typed first, and takes the place of the whole word", () => {
    const { texts, taken } = offered('{ "ti|" }');
    expect(texts.slice(0, 5)).toEqual(["time", "timepicker", "timezone", "title", "annotations"]);
    expect(taken).toBe('{ "time":  }');
    expect(offered('{ "ref|xyz": "30s" }').taken).toBe('{ "refresh": "30s" }');
  });

  it("takes the place of no more than was typed where the closing quote is missing", () => {
    expect(offered('{ "refr|\n "title": "T" }').taken).toBe('{ "refresh": \n "title": "T" }');
  });

  it("is the options of the panel's kind, at every depth", () => {
    expect(offered(inPanel('"options": { | }')).texts).toEqual(expect.arrayContaining(["colorMode", "reduceOptions"]));
    expect(offered(inPanel('"options": { "reduceOptions": { | } }')).texts).toContain("calcs");
    expect(offered(inPanel('"fieldConfig": { "defaults": { "un|" } }')).taken).toContain('"unit": ');
    expect(offered(inPanel('"options": { "cell| }')).texts).toEqual([]);
  });

  it("is the values of a choice, and true or false", () => {
    expect(offered(inPanel('"options": { "graphMode": "|" }')).texts).toEqual(expect.arrayContaining(["none", "area"]));
    expect(offered('{ "panels": [{ "type": "time|" }] }').taken).toBe('{ "panels": [{ "type": "timeseries" }] }');
    expect(offered('{ "editable": | }').texts).toEqual(["true", "false"]);
    expect(offered('{ "graphTooltip": | }').texts).toEqual(["0", "1", "2"]);
    expect(offered('{ "templating": { "list": [{ "type": "cus|" }] } }').taken).toContain('"type": "custom"');
  });

  it("is nothing where nothing is known, or the text is no JSON at all", () => {
    expect(offered('{ "title": "|" }').texts).toEqual([]);
    expect(offered("|").texts).toEqual([]);
    expect(offered("[[[[ } } |").texts).toEqual([]);
  });
});
