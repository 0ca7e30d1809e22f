import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { createPromqlView, type PromqlView } from "./promql-view.ts";

interface PromqlEditorProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onRun: () => void;
  /** Path of the Prometheus API that knows the names. */
  readonly base: string;
  /** When it comes in the place of a field in which somebody types. */
  readonly takesFocus: boolean;
}

/** The editor of queries; a chunk of its own, loaded where queries are written. */
export function PromqlEditor({ label, placeholder, value, onChange, onRun, base, takesFocus }: PromqlEditorProps) {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<PromqlView>(undefined);
  const text = useRef(value);
  const tell = useEffectEvent(onChange);
  const run = useEffectEvent(onRun);
  const isAwaited = useRef(takesFocus);

  // Before anything is painted: an empty place would stand here for a moment, and what is below would jump.
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const made = createPromqlView({
      parent: element.current,
      text: text.current,
      label,
      placeholder,
      base,
      onChange: (changed) => {
        text.current = changed;
        tell(changed);
      },
      onRun: () => run(),
    });
    view.current = made;
    if (isAwaited.current) made.focusEnd();
    isAwaited.current = false;
    return () => {
      view.current = undefined;
      made[Symbol.dispose]();
    };
  }, [label, placeholder, base]);
  // From outside, as by undo or a link; what is typed is there already.
  useEffect(() => {
    if (value === text.current) return;
    text.current = value;
    view.current?.setText(value);
  }, [value]);

  return (
    <div className="v-field">
      <span className="v-label" aria-hidden>
        {label}
      </span>
      <div ref={element} className="v-promql" />
    </div>
  );
}
