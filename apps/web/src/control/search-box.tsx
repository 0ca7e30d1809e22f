import { Search, X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Button, Group, Input, SearchField } from "react-aria-components";
import { messages } from "../messages/en.ts";
import { useTyped } from "./use-typed.ts";
import "./field.css";

interface SearchBoxProps {
  /** The accessible name and the placeholder: what is searched. */
  readonly label: string;
  readonly value: string;
  /** How many are left, where something is searched or filtered and that is known; read out (WCAG 4.1.3). */
  readonly found?: number | undefined;
  /** Called when typing has paused for 150 ms, and at once on Enter or Clear. */
  readonly onChange: (value: string) => void;
}

/** The search of a list. `/` brings the focus here. */
export function SearchBox({ label, value, found, onChange }: SearchBoxProps) {
  const { typed, type, send } = useTyped(value);
  const submit = (text: string) => {
    send(text);
    onChange(text);
  };
  const submitPaused = useEffectEvent(submit);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => submitPaused(typed), 150);
    return () => clearTimeout(timer);
  }, [typed, value]);

  return (
    <>
      <SearchField
        className="v-search"
        aria-label={label}
        value={typed}
        onChange={type}
        onSubmit={submit}
        onClear={() => submit("")}
      >
        <Group className="v-input-group">
          <Search className="v-input-icon" aria-hidden />
          <Input className="v-input" placeholder={label} />
          {typed !== "" && (
            <Button className="v-input-button" aria-label={messages.list.clearSearch}>
              <X aria-hidden />
            </Button>
          )}
        </Group>
      </SearchField>
      <p className="v-hidden" role="status">
        {found !== undefined && messages.list.found(found)}
      </p>
    </>
  );
}
