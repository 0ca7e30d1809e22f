import { type ComponentProps, lazy, Suspense } from "react";
import type { PromqlEditor as Editor } from "./promql-editor.tsx";

const Loaded = lazy(async () => ({ default: (await import("./promql-editor.tsx")).PromqlEditor }));

/** The editor of queries; until it is here a plain field takes the typing. */
export function PromqlEditor(props: ComponentProps<typeof Editor>) {
  const { label, value, onChange, placeholder } = props;
  const plain = (
    <label className="v-field">
      <span className="v-label">{label}</span>
      <input
        className="v-input"
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
  return (
    <Suspense fallback={plain}>
      <Loaded {...props} />
    </Suspense>
  );
}
