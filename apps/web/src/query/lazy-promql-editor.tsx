import { type ComponentProps, lazy, Suspense, useState } from "react";
import type { PromqlEditor as Editor } from "./promql-editor.tsx";
import "../control/field.css";

const Loaded = lazy(async () => ({ default: (await import("./promql-editor.tsx")).PromqlEditor }));

/** The editor of queries; until it is here a plain field takes the typing. */
export function PromqlEditor(props: Omit<ComponentProps<typeof Editor>, "takesFocus">) {
  const { label, value, onChange, placeholder } = props;
  const [isFocused, setFocused] = useState(false);
  const plain = (
    <label className="v-field">
      <span className="v-label">{label}</span>
      <input
        className="v-input"
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
    </label>
  );
  return (
    <Suspense fallback={plain}>
      <Loaded {...props} takesFocus={isFocused} />
    </Suspense>
  );
}
