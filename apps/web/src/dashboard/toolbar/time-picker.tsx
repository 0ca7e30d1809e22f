import { ChevronDown, ChevronLeft, ChevronRight, ZoomOut } from "lucide-react";
import { useState } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { Button as ActButton } from "../../control/button.tsx";
import { TextField } from "../../control/text-field.tsx";
import { dashboardMessages } from "../messages.ts";
import { clockOf } from "../model/time/clock.ts";
import { quickRangesOf } from "../model/time/quick-ranges.ts";
import { resolveTime } from "../model/time/time-expression.ts";
import { fixedRange, shiftSpan, type TimeRange, zoomOutSpan } from "../model/time/time-range.ts";
import { dateTimeText, rangeText, zoneText } from "../model/time/time-text.ts";
import { parseTypedRange } from "../model/time/typed-range.ts";
import type { Session } from "../view/use-session.ts";
import { IconButton } from "./icon-button.tsx";
import "./toolbar.css";

interface TimePickerProps {
  readonly session: Session;
  readonly onRange: (range: TimeRange) => void;
}

/** The range, and the ways to change it: earlier, later, wider, by name, by typing, by two ends. */
export function TimePicker({ session, onRange }: TimePickerProps) {
  const { dashboard, range, span, timeZone } = session;
  const [isOpen, setOpen] = useState(false);
  const known = quickRangesOf(dashboard.json);
  const text = rangeText(range, span, { timeZone, known });
  const choose = (chosen: TimeRange) => {
    setOpen(false);
    onRange(chosen);
  };
  const texts = dashboardMessages.time;
  return (
    <div className="v-time-picker">
      <IconButton
        label={texts.back}
        icon={<ChevronLeft aria-hidden />}
        onPress={() => onRange(fixedRange(shiftSpan(span, "back")))}
      />
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button className="v-button v-time-button" data-kind="quiet" aria-label={texts.range(text)} data-time-range>
          <span className="v-time-text">{text}</span>
          <ChevronDown aria-hidden />
        </Button>
        <Popover className="v-popover" placement="bottom end" offset={4}>
          <Dialog className="v-time-dialog" aria-label={texts.range(text)}>
            <TypedRange session={session} onChoose={choose} />
            <FixedRange session={session} onChoose={choose} />
            <ul className="v-time-quick" aria-label={texts.quick}>
              {known.map((quick) => (
                <li key={quick.label}>
                  <button
                    type="button"
                    aria-pressed={quick.from === range.from && quick.to === range.to}
                    onClick={() => choose({ from: quick.from, to: quick.to })}
                  >
                    {quick.label}
                  </button>
                </li>
              ))}
            </ul>
            <p className="v-time-zone">{texts.zone(`${timeZone} (${zoneText(span.to, timeZone)})`)}</p>
          </Dialog>
        </Popover>
      </DialogTrigger>
      <IconButton
        label={texts.forward}
        icon={<ChevronRight aria-hidden />}
        onPress={() => onRange(fixedRange(shiftSpan(span, "forward")))}
      />
      <IconButton
        label={texts.zoomOut}
        icon={<ZoomOut aria-hidden />}
        onPress={() => onRange(fixedRange(zoomOutSpan(span)))}
      />
    </div>
  );
}

interface RangeFormProps {
  readonly session: Session;
  readonly onChoose: (range: TimeRange) => void;
}

function TypedRange({ session: { dashboard, timeZone }, onChoose }: RangeFormProps) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const submit = () => {
    const range = parseTypedRange(typed, clockOf(dashboard.json, { now: Date.now(), asked: timeZone }));
    if (range === undefined) setError(dashboardMessages.time.wrong);
    else onChoose(range);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={dashboardMessages.time.type}
        hint={dashboardMessages.time.typeHint}
        value={typed}
        error={error}
        autoFocus
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
  const submit = () => {
    const clock = clockOf(dashboard.json, { now: Date.now(), asked: timeZone });
    const start = resolveTime(from, "from", clock);
    const end = resolveTime(to, "to", clock);
    if (start === undefined || end === undefined) setError(dashboardMessages.time.wrong);
    else if (start >= end) setError(dashboardMessages.time.wrongOrder);
    else onChoose({ from: from.startsWith("now") ? from : String(start), to: to.startsWith("now") ? to : String(end) });
  };
  return (
    <form
      className="v-time-fixed"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField label={dashboardMessages.time.from} value={from} onChange={setFrom} />
      <TextField label={dashboardMessages.time.to} value={to} onChange={setTo} error={error} />
      <ActButton type="submit">{dashboardMessages.time.apply}</ActButton>
    </form>
  );
}
