import { ChevronDown, ChevronLeft, ChevronRight, ZoomOut } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { IconButton } from "../../control/icon-button.tsx";
import { useMedia } from "../../control/use-media.ts";
import { dashboardMessages } from "../messages.ts";
import { clockOf, timeZoneOf } from "../model/time/clock.ts";
import { fixedRange, resolveRange, shiftSpan, type TimeRange, zoomOutSpan } from "../model/time/time-range.ts";
import { zoneText } from "../model/time/time-text.ts";
import { newestSpan } from "../view/newest-span.ts";
import type { Session } from "../view/use-session.ts";
import { type QuickRange, quickRangesOf, rangeText } from "./quick-ranges.ts";
import { keepRange, recentRanges } from "./recent-ranges.ts";
import "./toolbar.css";

/** Fields come when somebody opens the picker. */
const RangeForms = lazy(async () => ({ default: (await import("./range-forms.tsx")).RangeForms }));

interface TimePickerProps {
  readonly session: Session;
  readonly onRange: (range: TimeRange) => void;
  /** `browser`, `utc`, or an IANA name. */
  readonly onTimeZone: (timeZone: string) => void;
}

/** The range, and the ways to change it: earlier, later, wider, by name, by typing, by two ends. */
export function TimePicker({ session, onRange, onTimeZone }: TimePickerProps) {
  const { dashboard, range, span, timeZone } = session;
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMedia("(width < 35rem)");
  const known = quickRangesOf(dashboard.json);
  const text = rangeText(range, span, { timeZone, known });
  const choose = (chosen: TimeRange) => {
    setOpen(false);
    if (!isQuick(chosen)) keepRange(chosen);
    onRange(chosen);
  };
  const isQuick = ({ from, to }: TimeRange) => known.some((quick) => quick.from === from && quick.to === to);
  const texts = dashboardMessages.time;
  const quick = (
    <div className="v-time-quick">
      <RangeList label={texts.quick} ranges={known} chosen={range} onChoose={choose} />
      <Recent session={session} known={known} onChoose={choose} />
    </div>
  );
  return (
    <div className="v-time-picker">
      <IconButton
        label={texts.back}
        icon={<ChevronLeft aria-hidden />}
        onPress={() => onRange(fixedRange(shiftSpan(newestSpan(session), "back")))}
      />
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button className="v-button v-time-button" data-kind="quiet" aria-label={texts.range(text)} data-time-range>
          <span className="v-time-text">{text}</span>
          <ChevronDown aria-hidden />
        </Button>
        <Popover className="v-popover" placement="bottom end" offset={4}>
          <Dialog className="v-time-dialog" aria-label={texts.range(text)}>
            {/* Where they lie in one column, the keyboard meets them as the eye does. */}
            {isNarrow && quick}
            <Suspense>
              <RangeForms session={session} onChoose={choose} isFirst={!isNarrow} />
            </Suspense>
            {!isNarrow && quick}
            <TimeZoneChoice timeZone={timeZone} at={span.to} onChoose={onTimeZone} />
          </Dialog>
        </Popover>
      </DialogTrigger>
      <IconButton
        label={texts.forward}
        icon={<ChevronRight aria-hidden />}
        onPress={() => onRange(fixedRange(shiftSpan(newestSpan(session), "forward")))}
      />
      <IconButton
        label={texts.zoomOut}
        icon={<ZoomOut aria-hidden />}
        onPress={() => onRange(fixedRange(zoomOutSpan(newestSpan(session))))}
      />
    </div>
  );
}

interface RangeListProps {
  readonly label: string;
  readonly ranges: readonly QuickRange[];
  readonly chosen: TimeRange;
  readonly onChoose: (range: TimeRange) => void;
}

function RangeList({ label, ranges, chosen, onChoose }: RangeListProps) {
  return (
    <ul aria-label={label}>
      {ranges.map(({ label: name, from, to }) => (
        <li key={`${from} ${to}`}>
          <button
            type="button"
            aria-pressed={from === chosen.from && to === chosen.to}
            onClick={() => onChoose({ from, to })}
          >
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface RecentProps {
  readonly session: Session;
  readonly known: readonly QuickRange[];
  readonly onChoose: (range: TimeRange) => void;
}

function Recent({ session: { dashboard, range, timeZone }, known, onChoose }: RecentProps) {
  const clock = clockOf(dashboard.json, { now: Date.now(), asked: timeZone });
  const ranges = recentRanges().flatMap((kept) => {
    const span = resolveRange(kept, clock);
    return span === undefined ? [] : [{ ...kept, label: rangeText(kept, span, { timeZone, known }) }];
  });
  if (ranges.length === 0) return null;
  return (
    <>
      <h3 className="v-time-recent">{dashboardMessages.time.recent}</h3>
      <RangeList label={dashboardMessages.time.recent} ranges={ranges} chosen={range} onChoose={onChoose} />
    </>
  );
}

interface TimeZoneChoiceProps {
  readonly timeZone: string;
  /** Milliseconds since 1970: when clocks are looked at. */
  readonly at: number;
  readonly onChoose: (timeZone: string) => void;
}

function TimeZoneChoice({ timeZone, at, onChoose }: TimeZoneChoiceProps) {
  const id = useId();
  const own = timeZoneOf("browser");
  const others = Intl.supportedValuesOf("timeZone").filter((zone) => zone !== own && zone !== "UTC");
  return (
    <div className="v-time-zone">
      <label htmlFor={id}>{dashboardMessages.time.zone}</label>
      <select id={id} className="v-input" value={timeZone} onChange={({ target }) => onChoose(target.value)}>
        {[...new Set([timeZone, own, "UTC", ...others])].map((zone) => (
          <option key={zone} value={zone}>
            {zone === "UTC" || (zone !== timeZone && zone !== own) ? zone : `${zone} (${zoneText(at, zone)})`}
          </option>
        ))}
      </select>
    </div>
  );
}
