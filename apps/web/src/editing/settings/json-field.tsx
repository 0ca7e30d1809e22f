import { type CSSProperties, type KeyboardEvent, type RefObject, useMemo, useState } from "react";
import "./json-field.css";

/** What is said of a line of a text. */
export interface LineMark {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

interface JsonFieldProps {
  readonly label: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly value: string;
  readonly marks: readonly LineMark[];
  readonly onChange: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onBlur: () => void;
  readonly isReadOnly: boolean;
}

/** A text in numbered lines; what is wrong with a line stands beside it. What reads aloud finds it above the field. */
export function JsonField({ label, field, value, marks, isReadOnly, onChange, onKeyDown, onBlur }: JsonFieldProps) {
  const [scrolled, setScrolled] = useState(0);
  const numbers = useMemo(() => lineNumbers(value), [value]);
  const style: CSSProperties & Record<`--${string}`, string> = { "--v-scrolled": `${-scrolled}px` };
  return (
    <div className="v-json-field" style={style}>
      <pre className="v-json-lines" aria-hidden>
        {numbers}
      </pre>
      <textarea
        ref={field}
        className="v-input v-json-text"
        aria-label={label}
        aria-invalid={marks.length > 0}
        spellCheck={false}
        autoCapitalize="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        readOnly={isReadOnly}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollTop)}
      />
      <div className="v-json-marks" aria-hidden>
        {marks.map(({ line, text }) => (
          <span key={`${line} ${text}`} className="v-json-mark" style={markStyle(line)}>
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

function markStyle(line: number): CSSProperties & Record<`--${string}`, string> {
  return { "--v-line": String(line - 1) };
}

function lineNumbers(text: string): string {
  const lines = text.split("\n").length;
  return Array.from({ length: lines }, (_, at) => at + 1).join("\n");
}
