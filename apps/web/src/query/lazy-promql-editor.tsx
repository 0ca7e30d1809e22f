import { type ComponentProps, lazy, Suspense, useState } from "react";
import type { PromqlEditor as Editor } from "./promql-editor.tsx";
import "../control/field.css";
import "./plain-query.css";

const Loaded = lazy(async () => ({ default: (await import("./promql-editor.tsx")).PromqlEditor }));

/** The editor of queries; until it is here a plain field of its size takes the typing. */
export function PromqlEditor(props: Omit<ComponentProps<typeof Editor>, "takesFocus">) {
  const { label, value, onChange, onRun, placeholder } = props;
  const [isFocused, setFocused] = useState(false);
  const plain = (
    <label className="v-field">
      <span className="v-label">{label}</span>
      <span className="v-promql v-plain-query" data-text={value}>
        <textarea
          className="v-input"
          rows={1}
          value={value}
          placeholder={placeholder}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onRun();
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </span>
    </label>
  );
  return (
    <Suspense fallback={plain}>
      <Loaded {...props} takesFocus={isFocused} />
    </Suspense>
  );
}
