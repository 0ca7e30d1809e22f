import { ClipboardPaste, Copy } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../control/button.tsx";
import { clipboardText, copyText } from "../../control/clipboard.ts";
import { IconButton } from "../../control/icon-button.tsx";
import { TextField } from "../../control/text-field.tsx";
import { dashboardMessages } from "../messages.ts";
import { clockOf } from "../model/time/clock.ts";
import { resolveTime } from "../model/time/time-expression.ts";
import { fixedRange, parseCopiedRange, type Span, type TimeRange } from "../model/time/time-range.ts";
import { dateTimeText } from "../model/time/time-text.ts";
import { parseTypedRange } from "../model/time/typed-range.ts";
import type { Session } from "../view/use-session.ts";
import { RangeCalendar } from "./range-calendar.tsx";

interface RangeFormProps {
  readonly session: Session;
  readonly onChoose: (range: TimeRange) => void;
}

const texts = dashboardMessages.time;

/** A range as one text, as two ends, or as days of a calendar. */
export function RangeForms({ isFirst, ...props }: RangeFormProps & Pick<TypedRangeProps, "isFirst">) {
  return (
    <>
      <TypedRange {...props} isFirst={isFirst} />
      <FixedRange {...props} />
    </>
  );
}

interface TypedRangeProps extends RangeFormProps {
  /** Nothing stands above it: whoever opens the picker may type at once. A phone would show its keys over the ranges. */
  readonly isFirst: boolean;
}

function TypedRange({ session: { dashboard, timeZone }, onChoose, isFirst }: TypedRangeProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  // The list beside it is there first: whoever is on the way to a range there, or about to press Enter on it, stays there.
  useEffect(() => {
    const isOnTheWay = document.activeElement?.parentElement?.closest("[role=dialog]") != null;
    if (isFirst && !isOnTheWay) form.current?.querySelector("input")?.focus();
  }, [isFirst]);
  const submit = () => {
    const clock = clockOf(dashboard.json, { now: Date.now(), asked: timeZone });
    const range = parseTypedRange(typed, clock, dashboardMessages.time.words);
    if (range === undefined) setError(texts.wrong);
    else onChoose(range);
  };
  return (
    <form ref={form} onSubmit={instead(submit)}>
      <TextField
        label={texts.type}
        hint={texts.typeHint}
        value={typed}
        error={error}
        onChange={(text) => {
          setTyped(text);
          setError(undefined);
        }}
      />
    </form>
  );
}

function FixedRange({ session: { dashboard, range, span, timeZone }, onChoose }: RangeFormProps) {
  const isFixed = !range.to.includes("now");
  const [from, setFrom] = useState(isFixed ? dateTimeText(span.from, timeZone) : range.from);
  const [to, setTo] = useState(isFixed ? dateTimeText(span.to, timeZone) : range.to);
  const [error, setError] = useState<string>();
  const clock = clockOf(dashboard.json, { now: Date.now(), asked: timeZone });
  const ends = { from: resolveTime(from, "from", clock), to: resolveTime(to, "to", clock) };
  const submit = () => {
    if (ends.from === undefined || ends.to === undefined) setError(texts.wrong);
    else if (ends.from >= ends.to) setError(texts.wrongOrder);
    else
      onChoose({
        from: from.startsWith("now") ? from : String(ends.from),
        to: to.startsWith("now") ? to : String(ends.to),
      });
  };
  const take = (days: Span) => {
    setFrom(dateTimeText(days.from, timeZone));
    setTo(dateTimeText(days.to, timeZone));
    setError(undefined);
  };
  const paste = async () => {
    const text = await clipboardText();
    const pasted = text === undefined ? undefined : parseCopiedRange(text);
    if (pasted === undefined) setError(texts.wrong);
    else onChoose(pasted);
  };
  return (
    <form className="v-time-fixed" onSubmit={instead(submit)}>
      <TextField label={texts.from} value={from} onChange={setFrom} />
      <TextField label={texts.to} value={to} onChange={setTo} error={error} />
      <RangeCalendar
        span={isSpan(ends) ? ends : span}
        timeZone={timeZone}
        weekStart={clock.weekStart}
        onChoose={take}
      />
      <div className="v-time-acts">
        <Button type="submit" kind="primary">
          {texts.apply}
        </Button>
        <IconButton
          label={texts.copy}
          icon={<Copy aria-hidden />}
          onPress={() => void copyText(JSON.stringify(fixedRange(span)))}
        />
        <IconButton label={texts.paste} icon={<ClipboardPaste aria-hidden />} onPress={() => void paste()} />
      </div>
    </form>
  );
}

interface TypedEnds {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

function isSpan(ends: TypedEnds): ends is Span {
  return ends.from !== undefined && ends.to !== undefined && ends.from < ends.to;
}

/** What a form does in place of loading its page anew. */
function instead(act: () => void): (event: FormEvent) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}
