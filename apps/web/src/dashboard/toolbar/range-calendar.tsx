import { type CalendarDate, fromAbsolute, toCalendarDate } from "@internationalized/date";
import { ChevronLeft, ChevronRight } from "lucide-react";
import {
  RangeCalendar as AriaRangeCalendar,
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
  I18nProvider,
} from "react-aria-components";
import { keptLanguage } from "../../messages/language.ts";
import { dashboardMessages } from "../messages.ts";
import type { Span } from "../model/time/time-range.ts";
import "./range-calendar.css";

interface RangeCalendarProps {
  readonly span: Span;
  readonly timeZone: string;
  /** 0 Sunday to 6 Saturday. */
  readonly weekStart: number;
  /** From the beginning of the first day to the last second of the last one. */
  readonly onChoose: (span: Span) => void;
}

const WEEK_DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** Days of a zone, the first and the last of a range chosen by two presses, a drag, or the arrow keys. */
export function RangeCalendar({ span, timeZone, weekStart, onChoose }: RangeCalendarProps) {
  const texts = dashboardMessages.time;
  const day = (time: number): CalendarDate => toCalendarDate(fromAbsolute(time, timeZone));
  return (
    <I18nProvider locale={locale()}>
      <AriaRangeCalendar
        className="v-calendar"
        aria-label={texts.calendar}
        value={{ start: day(span.from), end: day(span.to - 1) }}
        onChange={({ start, end }) =>
          onChoose({
            from: start.toDate(timeZone).getTime(),
            to: end.add({ days: 1 }).toDate(timeZone).getTime() - 1000,
          })
        }
        firstDayOfWeek={WEEK_DAYS[weekStart] ?? "mon"}
        defaultFocusedValue={day(span.to - 1)}
      >
        <header>
          <Button slot="previous" className="v-button" data-kind="icon">
            <ChevronLeft aria-hidden />
          </Button>
          <Heading className="v-calendar-month" />
          <Button slot="next" className="v-button" data-kind="icon">
            <ChevronRight aria-hidden />
          </Button>
        </header>
        <CalendarGrid>
          <CalendarGridHeader>{(name) => <CalendarHeaderCell>{name}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>{(date) => <CalendarCell date={date} className="v-calendar-day" />}</CalendarGridBody>
        </CalendarGrid>
      </AriaRangeCalendar>
    </I18nProvider>
  );
}

/** The browser's own variant of the language that the interface speaks, where it has one. */
function locale(): string {
  const language = keptLanguage();
  return navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
}
