/** Where in a page the next value stands. */
export type HtmlPlace =
  | { readonly kind: "text" }
  | { readonly kind: "value"; readonly quoted: boolean; readonly isAddressStart: boolean }
  /** In the name of a tag or attribute, a comment, a script or a style: values have no place there. */
  | { readonly kind: "nowhere"; readonly where: string };

type State = "text" | "tag" | "before-value" | "single" | "double" | "bare" | "comment" | "raw";

const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "background",
  "poster",
]);
const RAW_ELEMENTS = /^(script|style|title|textarea)$/;

/** Follows the literal HTML of a template, so that each value can be escaped for the place it stands in. */
export class HtmlWalk {
  #state: State = "text";
  #element = "";
  #attribute = "";
  #hasBegun = false;

  /** Goes on over literal HTML. */
  read(html: string): void {
    let rest = html;
    while (rest !== "") rest = rest.slice(this.#step(rest));
  }

  /** A value of at least one letter was written. */
  wrote(): void {
    this.#hasBegun = true;
    if (this.#state === "before-value") this.#state = "bare";
  }

  /** Where a value would stand now. */
  place(): HtmlPlace {
    const isAddressStart = !this.#hasBegun && ADDRESS_ATTRIBUTES.has(this.#attribute);
    switch (this.#state) {
      case "text":
        return { kind: "text" };
      case "single":
      case "double":
        return { kind: "value", quoted: true, isAddressStart };
      case "before-value":
      case "bare":
        return { kind: "value", quoted: false, isAddressStart };
      case "comment":
        return { kind: "nowhere", where: "a comment" };
      case "tag":
        return { kind: "nowhere", where: "the name of a tag or attribute" };
      case "raw":
        // What stands in a title is text to whoever reads it.
        return /^(title|textarea)$/.test(this.#element)
          ? { kind: "text" }
          : { kind: "nowhere", where: `<${this.#element}>` };
    }
  }

  /** @returns how many letters it has read */
  #step(rest: string): number {
    switch (this.#state) {
      case "text":
        return this.#inText(rest);
      case "tag":
        return this.#inTag(rest);
      case "before-value":
        return this.#beforeValue(rest);
      case "single":
        return this.#upTo(rest, "'", "tag");
      case "double":
        return this.#upTo(rest, '"', "tag");
      case "bare":
        return this.#inBareValue(rest);
      case "comment":
        return this.#upTo(rest, "-->", "text");
      case "raw":
        return this.#inRaw(rest);
    }
  }

  #inText(rest: string): number {
    const open = /<!--|<\/?([A-Za-z][^\s/>]*)/.exec(rest);
    if (open === null) return rest.length;
    const isComment = open[0] === "<!--";
    this.#state = isComment ? "comment" : "tag";
    this.#element = open[0].startsWith("</") ? "" : (open[1] ?? "").toLowerCase();
    this.#attribute = "";
    return open.index + open[0].length;
  }

  #inTag(rest: string): number {
    const found = /^(?:\s|\/)+|^>|^=|^[^\s/>=]+/.exec(rest)?.[0] ?? rest;
    if (found === ">") this.#state = RAW_ELEMENTS.test(this.#element) ? "raw" : "text";
    else if (found === "=") this.#state = "before-value";
    else if (!/^[\s/]/.test(found)) this.#attribute = found.toLowerCase();
    this.#hasBegun = false;
    return found.length;
  }

  #beforeValue(rest: string): number {
    const space = /^\s+/.exec(rest)?.[0].length;
    if (space !== undefined) return space;
    const sign = rest[0];
    if (sign === ">") {
      this.#state = "tag";
      return 0;
    }
    this.#state = sign === '"' ? "double" : sign === "'" ? "single" : "bare";
    return this.#state === "bare" ? 0 : 1;
  }

  #inBareValue(rest: string): number {
    const length = /^[^\s>]*/.exec(rest)?.[0].length ?? 0;
    if (length > 0) this.#hasBegun = true;
    if (length < rest.length) this.#state = "tag";
    return length;
  }

  #inRaw(rest: string): number {
    const close = rest.toLowerCase().indexOf(`</${this.#element}`);
    if (close === -1) return rest.length;
    this.#state = "text";
    return close;
  }

  #upTo(rest: string, end: string, next: State): number {
    const found = rest.indexOf(end);
    if (found !== 0) this.#hasBegun = true;
    if (found === -1) return rest.length;
    this.#state = next;
    return found + end.length;
  }
}
