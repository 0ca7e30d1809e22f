import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox } from "react-aria-components";
import "./field.css";

interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isReadOnly?: boolean;
  readonly children: ReactNode;
}

export function Checkbox({ children, ...field }: CheckboxProps) {
  return (
    <AriaCheckbox {...field} className="v-checkbox">
      <span className="v-checkbox-box">
        <Check aria-hidden />
      </span>
      {children}
    </AriaCheckbox>
  );
}
