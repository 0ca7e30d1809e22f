import type { ReactNode } from "react";
import "../components-page.css";

interface ExampleProps {
  readonly name: string;
  readonly code: string;
  readonly children: ReactNode;
}

/** A component alive, with the code that makes it. */
export function Example({ name, code, children }: ExampleProps) {
  return (
    <section className="v-card v-component" aria-label={name}>
      <h3 className="v-section-title">{name}</h3>
      {children}
      <Code text={code} />
    </section>
  );
}

export function Code({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
    <pre className="v-component-code" tabIndex={0}>
      {text}
    </pre>
  );
}
