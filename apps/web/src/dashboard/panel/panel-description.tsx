import { useLayoutEffect, useRef } from "react";
import { markupOf } from "./text/markup.ts";
import "./text/text.css";

/** What somebody wrote about a panel: Markdown, whose addresses can be followed. */
export function PanelDescription({ text }: { readonly text: string }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => element.current?.replaceChildren(markupOf(text, "markdown")), [text]);
  return <div className="v-text" dir="auto" ref={element} />;
}
