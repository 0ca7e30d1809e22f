import { Check, ChevronDown } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import {
  Button,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
} from "react-aria-components";
import { dashboardMessages } from "../messages.ts";
import { ALL } from "../model/variable/variable.ts";
import type { VariableOption } from "../model/variable/variable-option.ts";
import { isAll, type VariableValue } from "../model/variable/variable-value.ts";
import { chosenText, shortChosenText } from "./chosen-text.ts";
import "../../control/menu.css";
import "../../control/field.css";

interface VariableChipProps {
  readonly value: VariableValue;
  readonly onChoose: (values: readonly string[]) => void;
}

/** A list of so many is quicker searched than read. */
const SEARCH_FROM = 9;
const MOST_SHOWN = 500;

/** A variable whose values are chosen from a list: one, or several at once. */
export function VariableChip({ value, onChoose }: VariableChipProps) {
  const { variable } = value;
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<readonly string[]>();
  const close = (open: boolean) => {
    setOpen(open);
    if (!open && picked !== undefined && picked.length > 0) onChoose(picked);
    setPicked(undefined);
  };
  const pick = (values: readonly string[]) => {
    if (variable.isMulti) {
      setPicked(values);
      return;
    }
    setOpen(false);
    onChoose(values);
  };
  const text = chosenText(value) || dashboardMessages.variable.none;
  const short = shortChosenText(value) || text;
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={close}>
      <Button
        className="v-variable"
        // As it is seen (WCAG 2.5.3), and then all that is chosen.
        aria-label={`${variable.label} ${short === text ? text : `${short}: ${text}`}`}
      >
        <span className="v-variable-name" data-hidden={variable.hides === "label" || undefined}>
          {variable.label}
        </span>{" "}
        <span className="v-variable-value">{short}</span>
        <ChevronDown aria-hidden />
      </Button>
      <Popover className="v-popover" placement="bottom start" offset={4}>
        <Dialog className="v-variable-dialog" aria-label={variable.label}>
          <Values value={value} chosen={picked ?? value.chosen} onPick={pick} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

interface ValuesProps {
  readonly value: VariableValue;
  readonly chosen: readonly string[];
  readonly onPick: (values: readonly string[]) => void;
}

function Values({ value: { variable, options }, chosen, onPick }: ValuesProps) {
  const [query, setQuery] = useState("");
  const list = useRef<HTMLDivElement>(null);
  const all: readonly VariableOption[] = variable.hasAll ? [{ value: ALL, text: dashboardMessages.variable.all }] : [];
  const lost = chosen
    .filter((one) => one !== ALL && !options.some(({ value }) => value === one))
    .map((one) => ({ value: one, text: one }));
  const offered = [...all, ...lost, ...options];
  const found = offered.filter(({ text }) => text.toLowerCase().includes(query.trim().toLowerCase()));
  const select = (keys: ReadonlySet<unknown>) => {
    const picked = offered.map(({ value }) => value).filter((one) => keys.has(one));
    // All stands for itself: choosing it drops the others, choosing another drops it.
    const hasNewAll = picked.includes(ALL) && !isAll(chosen);
    onPick(hasNewAll ? [ALL] : picked.filter((one) => one !== ALL || picked.length === 1));
  };
  const isSearched = offered.length >= SEARCH_FROM;
  /** From the search the arrow leads to what it found. */
  const goToFound = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>('[role="option"]')?.focus();
  };
  return (
    <>
      {isSearched && (
        <SearchField
          className="v-variable-search"
          aria-label={dashboardMessages.variable.search(variable.label)}
          value={query}
          onChange={setQuery}
          onKeyDown={goToFound}
          autoFocus
        >
          <Input className="v-input" placeholder={dashboardMessages.variable.search(variable.label)} />
        </SearchField>
      )}
      <ListBox
        ref={list}
        className="v-menu v-variable-list"
        autoFocus={!isSearched}
        aria-label={variable.label}
        selectionMode={variable.isMulti ? "multiple" : "single"}
        disallowEmptySelection={!variable.isMulti}
        // Escape leaves with what was chosen; it would take all of it away.
        escapeKeyBehavior="none"
        selectedKeys={[...chosen]}
        onSelectionChange={(keys) => keys !== "all" && select(keys)}
        renderEmptyState={() => <p className="v-variable-empty">{dashboardMessages.variable.empty}</p>}
      >
        {found.slice(0, MOST_SHOWN).map(({ value, text }) => (
          <ListBoxItem key={value} id={value} className="v-menu-item" textValue={text}>
            <Check className="v-menu-check" aria-hidden />
            <span className="v-variable-option">{text}</span>
          </ListBoxItem>
        ))}
      </ListBox>
    </>
  );
}
