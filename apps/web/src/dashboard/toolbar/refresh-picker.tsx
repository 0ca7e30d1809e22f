import { Check, ChevronDown, RotateCw } from "lucide-react";
import type { CSSProperties } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { IconButton } from "../../control/icon-button.tsx";
import { dashboardMessages } from "../messages.ts";
import { refreshIntervalsOf } from "../model/time/refresh-interval.ts";
import type { Session } from "../view/use-session.ts";
import "../../control/menu.css";

interface RefreshPickerProps {
  readonly session: Session;
  /** `5s`, `auto`, "" for off. */
  readonly onRefresh: (text: string) => void;
}

/** Refresh now, and how often it happens by itself; a ring fills until the next time. */
export function RefreshPicker({ session: { dashboard, refresh, refreshText }, onRefresh }: RefreshPickerProps) {
  const texts = dashboardMessages.refresh;
  const choices = ["", "auto", ...refreshIntervalsOf(dashboard.json)];
  const nameOf = (choice: string) => (choice === "" ? texts.off : choice === "auto" ? texts.auto : choice);
  return (
    <div className="v-refresh">
      <span className="v-refresh-now">
        <IconButton label={texts.now} icon={<RotateCw aria-hidden />} onPress={refresh.now} />
        {refresh.every !== undefined && <Ring key={refresh.count} every={refresh.every} />}
      </span>
      <MenuTrigger>
        <Button className="v-button v-refresh-every" data-kind="quiet" aria-label={texts.every(nameOf(refreshText))}>
          {refreshText !== "" && <span>{nameOf(refreshText)}</span>}
          <ChevronDown aria-hidden />
        </Button>
        <Popover className="v-popover" placement="bottom end" offset={4}>
          <Menu
            className="v-menu v-refresh-menu"
            aria-label={texts.interval}
            selectionMode="single"
            selectedKeys={[`every ${refreshText}`]}
            onSelectionChange={(keys) => {
              const chosen = choices.find((choice) => keys !== "all" && keys.has(`every ${choice}`));
              if (chosen !== undefined) onRefresh(chosen);
            }}
          >
            {choices.map((choice) => (
              <MenuItem key={choice} id={`every ${choice}`} className="v-menu-item" textValue={nameOf(choice)}>
                <Check className="v-menu-check" aria-hidden />
                {nameOf(choice)}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
}

interface RingProps {
  /** Milliseconds. */
  readonly every: number;
}

function Ring({ every }: RingProps) {
  const style: CSSProperties = { animationDuration: `${every}ms` };
  return (
    <svg className="v-refresh-ring" viewBox="0 0 30 30" aria-hidden>
      <circle cx="15" cy="15" r="12.5" pathLength="1" style={style} />
    </svg>
  );
}
