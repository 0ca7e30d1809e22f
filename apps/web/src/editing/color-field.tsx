import { useEffect, useRef } from "react";
import { Select } from "../control/select.tsx";
import { cssColor } from "../dashboard/model/field/color-name.ts";
import { useTheme } from "../dashboard/view/use-theme.ts";
import { COLOR_CHOICES } from "./color-choices.ts";
import { beginGesture, endGesture } from "./gesture.ts";
import { editingMessages } from "./messages.ts";
import "./color-field.css";

interface ColorFieldProps {
  readonly label: string;
  /** As documents write it: `green`, `semi-dark-red`, `#7eb26d`; empty for none. */
  readonly value: string;
  readonly isOptional?: boolean;
  /** Where the colour's place says what it is of. */
  readonly isLabelHidden?: boolean;
  readonly onChange: (value: string) => void;
}

/** A colour by its name, which has a shade of its own in each theme, or any other. */
export function ColorField({ label, value, isOptional = false, isLabelHidden = false, onChange }: ColorFieldProps) {
  const theme = useTheme();
  const known = [...(isOptional ? [{ id: "", label: editingMessages.unsaid }] : []), ...COLOR_CHOICES];
  const isKnown = known.some(({ id }) => id === value);
  const shown = cssColor(value, theme);
  return (
    <div className="v-color-field">
      <Select
        label={label}
        isLabelHidden={isLabelHidden}
        options={isKnown ? known : [...known, { id: value, label: value }]}
        value={value}
        onChange={onChange}
      />
      <OwnColor
        name={editingMessages.ownColor(label)}
        isUnsaid={value === ""}
        value={/^#[0-9a-f]{6}$/i.test(shown) ? shown : "#000000"}
        onChange={onChange}
      />
    </div>
  );
}

interface OwnColorProps {
  readonly name: string;
  readonly isUnsaid: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The browser's own dialog tells every colour that the pointer goes over: until it is closed they are one change. */
function OwnColor({ name, isUnsaid, value, onChange }: OwnColorProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = input.current;
    // React's `onChange` is the browser's `input`; its `change` comes once, when the dialog is left.
    element?.addEventListener("change", endGesture);
    return () => {
      element?.removeEventListener("change", endGesture);
      endGesture();
    };
  }, []);
  return (
    <input
      ref={input}
      type="color"
      className="v-color-own"
      aria-label={name}
      title={name}
      data-unsaid={isUnsaid || undefined}
      value={value}
      onBlur={endGesture}
      onChange={({ target }) => {
        beginGesture();
        onChange(target.value);
      }}
    />
  );
}
