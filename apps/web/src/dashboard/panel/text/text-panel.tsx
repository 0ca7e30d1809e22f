import { useEffect, useRef } from "react";
import { oneOf, textOf } from "../../model/json.ts";
import { interpolate } from "../../model/variable/interpolate.ts";
import type { PanelBodyProps } from "../panel-body.ts";
import { useFocusToScroll } from "../use-focus-to-scroll.ts";
import "./text.css";

/** What people wrote: Markdown, HTML, or code. */
export function TextPanel({ panel: { options }, scope }: PanelBodyProps) {
  const mode = oneOf(options["mode"], ["markdown", "html", "code"], "markdown");
  const content = interpolate(textOf(options["content"]), scope);
  if (mode === "code") return <Code content={content} />;
  if (mode === "markdown" && isPlain(content)) return <Paragraphs content={content} />;
  return <Markup content={content} mode={mode} />;
}

/** Nothing that means anything to Markdown but blank lines: then its parser need not be loaded. */
function isPlain(content: string): boolean {
  return !/[*_#[\]<>`|~\\&=+@-]|:\/\/|www\.|^\d+[.)]|^ {2}| {2}$|\t/m.test(content);
}

function Code({ content }: { readonly content: string }) {
  const element = useRef<HTMLPreElement>(null);
  useFocusToScroll(element);
  return (
    <pre className="v-text-code" ref={element}>
      {content}
    </pre>
  );
}

function Paragraphs({ content }: { readonly content: string }) {
  const element = useRef<HTMLDivElement>(null);
  useFocusToScroll(element);
  const paragraphs = content.split(/\n\s*\n/).filter((text) => text.trim() !== "");
  return (
    <div className="v-text" dir="auto" ref={element}>
      {paragraphs.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name, and are not moved
        <p key={at}>{text}</p>
      ))}
    </div>
  );
}

interface MarkupProps {
  readonly content: string;
  readonly mode: "markdown" | "html";
}

/** The only place where foreign markup becomes elements; the sanitiser comes with the first text panel. */
function Markup({ content, mode }: MarkupProps) {
  const element = useRef<HTMLDivElement>(null);
  useFocusToScroll(element);
  useEffect(() => {
    const place = element.current;
    if (place === null) return undefined;
    let isGone = false;
    const show = async () => {
      const { markupOf } = await import("./markup.ts");
      if (!isGone) place.replaceChildren(markupOf(content, mode));
    };
    // Markdown and its sanitiser are large: a text below what is seen waits until somebody comes near.
    const nearness = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        nearness.disconnect();
        void show();
      },
      { rootMargin: "50%" },
    );
    nearness.observe(place);
    return () => {
      isGone = true;
      nearness.disconnect();
    };
  }, [content, mode]);
  return <div className="v-text" dir="auto" ref={element} />;
}
