import { Check, ChevronDown } from "lucide-react";
import {
  Select as AriaSelect,
  Button,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from "react-aria-components";
import "./field.css";
import "./menu.css";

interface SelectProps<Id extends string> {
  readonly label: string;
  /** Keeps the label for screen readers only, where the choice says itself what it is about. */
  readonly isLabelHidden?: boolean;
  readonly options: readonly { readonly id: Id; readonly label: string }[];
  readonly value: Id;
  /** What stands there while the value is none of the options. */
  readonly placeholder?: string;
  readonly onChange: (value: Id) => void;
  readonly autoFocus?: boolean;
}

/** One of a few values. */
export function Select<Id extends string>({
  label,
  isLabelHidden = false,
  options,
  value,
  placeholder,
  onChange,
  autoFocus = false,
}: SelectProps<Id>) {
  const choose = (key: Key | null) => {
    const chosen = options.find(({ id }) => id === key);
    if (chosen !== undefined) onChange(chosen.id);
  };
  return (
    <AriaSelect
      className="v-field"
      value={options.some(({ id }) => id === value) ? value : null}
      onChange={choose}
      autoFocus={autoFocus}
      {...(placeholder !== undefined && { placeholder })}
    >
      <Label className={isLabelHidden ? "v-hidden" : "v-label"}>{label}</Label>
      <Button className="v-select-button">
        <SelectValue />
        <ChevronDown aria-hidden />
      </Button>
      <Popover className="v-popover" offset={4}>
        <ListBox className="v-menu" items={options}>
          {(option) => (
            <ListBoxItem className="v-menu-item" textValue={option.label}>
              <Check className="v-menu-check" aria-hidden />
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
