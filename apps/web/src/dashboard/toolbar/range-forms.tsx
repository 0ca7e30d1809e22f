import { useState } from "react";
import { Button } from "../../control/button.tsx";
import { TextField } from "../../control/text-field.tsx";
import { dashboardMessages } from "../messages.ts";
import { clockOf } from "../model/time/clock.ts";
import { resolveTime } from "../model/time/time-expression.ts";
import type { TimeRange } from "../model/time/time-range.ts";
import { dateTimeText } from "../model/time/time-text.ts";
import { parseTypedRange } from "../model/time/typed-range.ts";
import type { Session } from "../view/use-session.ts";

interface RangeFormProps {
  readonly session: Session;
  readonly onChoose: (range: TimeRange) => void;
}

/** A range as one text, or as two ends. */
export function RangeForms(props: RangeFormProps) {
  return (
    <>
      <TypedRange {...props} />
      <FixedRange {...props} />
    </>
  );
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
      <Button type="submit">{dashboardMessages.time.apply}</Button>
    </form>
  );
}
