import { ChevronDown, ChevronLeft, ChevronRight, ZoomOut } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button, Dialog, DialogTrigger, Popover } from "react-aria-components";
import { IconButton } from "../../control/icon-button.tsx";
import { dashboardMessages } from "../messages.ts";
import { fixedRange, shiftSpan, type TimeRange, zoomOutSpan } from "../model/time/time-range.ts";
import { zoneText } from "../model/time/time-text.ts";
import { newestSpan } from "../view/newest-span.ts";
import type { Session } from "../view/use-session.ts";
import { quickRangesOf, rangeText } from "./quick-ranges.ts";
import "./toolbar.css";

/** Fields come when somebody opens the picker. */
const RangeForms = lazy(async () => ({ default: (await import("./range-forms.tsx")).RangeForms }));

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
        onPress={() => onRange(fixedRange(shiftSpan(newestSpan(session), "back")))}
      />
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button className="v-button v-time-button" data-kind="quiet" aria-label={texts.range(text)} data-time-range>
          <span className="v-time-text">{text}</span>
          <ChevronDown aria-hidden />
        </Button>
        <Popover className="v-popover" placement="bottom end" offset={4}>
          <Dialog className="v-time-dialog" aria-label={texts.range(text)}>
            <Suspense>
              <RangeForms session={session} onChoose={choose} />
            </Suspense>
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
