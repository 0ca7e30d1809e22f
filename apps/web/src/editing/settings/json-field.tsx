import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { letterScale } from "../../style/letter-scale.ts";
import { editingMessages } from "../messages.ts";
import { type Completion, type CompletionOption, completionAt } from "./json-completion.ts";
import "../../control/menu.css";
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

type Style = CSSProperties & Record<`--${string}`, string>;

/**
 * A text in numbered lines; what is wrong with a line stands beside it. What reads aloud finds it above the field. Names
 * and values that are known at a place are offered while they are typed, and with Ctrl+Space.
 */
export function JsonField({ label, field, value, marks, isReadOnly, onChange, onKeyDown, onBlur }: JsonFieldProps) {
  const [scrolled, setScrolled] = useState({ top: 0, left: 0 });
  const numbers = useMemo(() => lineNumbers(value), [value]);
  const offers = useOffers(field);
  const style: Style = { "--v-scrolled": `${-scrolled.top}px`, "--v-scrolled-inline": `${-scrolled.left}px` };
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
        aria-autocomplete="list"
        {...offers.marks}
        spellCheck={false}
        autoCapitalize="off"
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
          offers.type();
        }}
        onKeyDown={(event) => {
          if (!offers.press(event, isReadOnly)) onKeyDown(event);
        }}
        onBlur={() => {
          offers.close();
          onBlur();
        }}
        onPointerDown={offers.close}
        onScroll={({ currentTarget }) => setScrolled({ top: currentTarget.scrollTop, left: currentTarget.scrollLeft })}
        readOnly={isReadOnly}
      />
      {offers.list}
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

interface Offered extends Completion {
  readonly chosen: number;
  /** Of the caret, from 0. */
  readonly line: number;
  readonly column: number;
  /** There is no room below the caret. */
  readonly isAbove: boolean;
}

/** Pixels of a long list. */
const LIST_HEIGHT = 230;

/** What is offered at the caret of a field, and what its keys do to that. */
function useOffers(field: RefObject<HTMLTextAreaElement | null>) {
  const [offered, setOffered] = useState<Offered>();
  const id = useId();
  const find = (isAsked: boolean) => {
    const { value = "", selectionStart: at = 0, selectionEnd: end = 0 } = field.current ?? {};
    const found = at === end && (isAsked || isInWord(value, at)) ? completionAt(value, at) : undefined;
    const before = value.slice(0, at).split("\n");
    const line = before.length - 1;
    const isAbove = field.current !== null && hasNoRoomBelow(field.current, line);
    setOffered(found && { ...found, chosen: 0, line, column: before.at(-1)?.length ?? 0, isAbove });
  };
  const take = ({ insert }: CompletionOption, { from, to }: Completion) => {
    field.current?.setSelectionRange(from, to);
    // Nothing else is taken back by the browser's own Ctrl+Z.
    document.execCommand("insertText", false, insert);
    setOffered(undefined);
  };
  const press = (event: KeyboardEvent, isReadOnly: boolean): boolean => {
    if (event.key === " " && event.ctrlKey && !isReadOnly) find(true);
    else if (offered === undefined || !actOn(event.key, offered, { choose: setOffered, take })) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const chosen = offered?.options[offered.chosen];
  return {
    type: () => find(false),
    press,
    close: () => setOffered(undefined),
    marks: offered === undefined ? {} : { "aria-controls": id, "aria-activedescendant": `${id}-${offered.chosen}` },
    list: (
      <>
        {offered !== undefined && <OfferList id={id} offered={offered} onTake={(option) => take(option, offered)} />}
        <p role="status" className="v-hidden">
          {offered !== undefined &&
            chosen !== undefined &&
            editingMessages.json.offered(offered.options.length, chosen.text)}
        </p>
      </>
    ),
  };
}

function hasNoRoomBelow(field: HTMLTextAreaElement, line: number): boolean {
  const lineHeight = Number.parseFloat(getComputedStyle(field).lineHeight);
  const below = field.clientHeight - ((line + 2) * lineHeight - field.scrollTop);
  const list = LIST_HEIGHT * letterScale();
  return below < list && line * lineHeight - field.scrollTop > list;
}

interface OfferActs {
  readonly choose: (offered: Offered | undefined) => void;
  readonly take: (option: CompletionOption, offered: Offered) => void;
}

/** @returns whether the key was one of the list's */
function actOn(key: string, offered: Offered, { choose, take }: OfferActs): boolean {
  const { options, chosen } = offered;
  const option = options[chosen];
  const step = STEPS[key];
  if (step !== undefined) choose({ ...offered, chosen: (chosen + step + options.length) % options.length });
  else if ((key === "Enter" || key === "Tab") && option !== undefined) take(option, offered);
  else if (key === "Escape") choose(undefined);
  else {
    if (/^(Arrow|Home|End|Page)/.test(key)) choose(undefined);
    return false;
  }
  return true;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Whether somebody is within quotes that may become a name or a value; between them they have to ask. */
function isInWord(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return (line.replaceAll(/\\./g, "").match(/"/g)?.length ?? 0) % 2 === 1;
}

interface OfferListProps {
  readonly id: string;
  readonly offered: Offered;
  readonly onTake: (option: CompletionOption) => void;
}

function OfferList({ id, offered: { options, chosen, line, column, isAbove }, onTake }: OfferListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another one is chosen
  useEffect(() => {
    // Browsers have begun to answer with a promise, which no effect may return.
    void list.current?.querySelector("[data-focused]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const style: Style = { "--v-line": String(line), "--v-column": String(column) };
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={editingMessages.json.offers}
      className="v-menu v-json-offers"
      data-above={isAbove || undefined}
      style={style}
    >
      {options.map((option, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, where the focus stays
        <div
          key={option.insert}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === chosen}
          className="v-menu-item"
          data-focused={at === chosen || undefined}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTake(option)}
        >
          <span>{option.text}</span>
          {option.note !== "" && <span className="v-hint">{option.note}</span>}
        </div>
      ))}
    </div>
  );
}

function markStyle(line: number): Style {
  return { "--v-line": String(line - 1) };
}

function lineNumbers(text: string): string {
  const lines = text.split("\n").length;
  return Array.from({ length: lines }, (_, at) => at + 1).join("\n");
}
