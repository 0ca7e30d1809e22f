import { intervalMs } from "@vedette/client/playlist-interval";
import { useState } from "react";
import { type PlaylistItem, type Schedule, WEEKDAYS, type Weekday } from "../api/playlists.ts";
import { Checkbox } from "../control/checkbox.tsx";
import { FormDialog } from "../control/dialog.tsx";
import { TextField } from "../control/text-field.tsx";
import { IntervalField } from "./interval-field.tsx";
import { ItemLook } from "./item-look.tsx";
import { itemQueryText, readItemQuery } from "./item-query.ts";
import { playlistTexts, itemTexts as texts } from "./messages.ts";

interface ItemSettingsProps {
  readonly item: PlaylistItem;
  /** What the item is called on the page. */
  readonly name: string;
  readonly onChange: (item: PlaylistItem) => void;
  readonly onClose: () => void;
}

/** How long an item stays, over which range and values, and at which times of the week. */
export function ItemSettings({ item, name, onChange, onClose }: ItemSettingsProps) {
  const [interval, setInterval] = useState(item.interval ?? "");
  const [query, setQuery] = useState(() => readItemQuery(item.queryParams ?? ""));
  const [schedule, setSchedule] = useState<Schedule>(item.schedule ?? {});
  const hasBadInterval = interval.trim() !== "" && intervalMs(interval.trim()) === undefined;
  const { from = "", to = "" } = schedule;
  const isEmpty = from !== "" && from === to;
  const days = schedule.days ?? WEEKDAYS;
  const choose = (day: Weekday, isChosen: boolean) =>
    setSchedule({ ...schedule, days: WEEKDAYS.filter((one) => (one === day ? isChosen : days.includes(one))) });

  return (
    <FormDialog
      title={texts.settings(name)}
      isOpen
      onClose={onClose}
      submit={texts.apply}
      isPending={false}
      error={null}
      onSubmit={() => {
        if (hasBadInterval || isEmpty) return;
        onChange(itemWith(item, { interval: interval.trim(), queryParams: itemQueryText(query), schedule }));
        onClose();
      }}
    >
      <IntervalField
        label={texts.interval}
        value={interval}
        onChange={setInterval}
        hint={texts.intervalHint}
        error={hasBadInterval ? playlistTexts.intervalInvalid : undefined}
        autoFocus
      />
      <ItemLook query={query} onChange={setQuery} />
      <fieldset className="v-playlist-days">
        <legend className="v-label">{texts.days}</legend>
        {WEEKDAYS.map((day) => (
          <Checkbox key={day} isSelected={days.includes(day)} onChange={(isChosen) => choose(day, isChosen)}>
            {texts.dayNames[day]}
          </Checkbox>
        ))}
      </fieldset>
      <div className="v-playlist-times">
        <TextField
          label={texts.from}
          type="time"
          value={from}
          onChange={(time) => setSchedule({ ...schedule, from: time })}
        />
        <TextField
          label={texts.to}
          type="time"
          value={to}
          onChange={(time) => setSchedule({ ...schedule, to: time })}
          hint={texts.toHint}
          error={isEmpty ? texts.sameTime : undefined}
        />
      </div>
    </FormDialog>
  );
}

type Own = Required<Pick<PlaylistItem, "interval" | "queryParams" | "schedule">>;

/** The item with what it says of its own turn; what says nothing is left out. */
function itemWith(
  { interval: _interval, queryParams: _parameters, schedule: _schedule, ...item }: PlaylistItem,
  { interval, queryParams, schedule: { days = [], from = "", to = "" } }: Own,
): PlaylistItem {
  const schedule: Schedule = {
    // No day and every day are the same here: an item that is never shown would be taken out.
    ...(days.length % WEEKDAYS.length === 0 ? {} : { days }),
    ...(from === "" ? {} : { from }),
    ...(to === "" ? {} : { to }),
  };
  return {
    ...item,
    ...(interval === "" ? {} : { interval }),
    ...(queryParams === "" ? {} : { queryParams }),
    ...(Object.keys(schedule).length === 0 ? {} : { schedule }),
  };
}
