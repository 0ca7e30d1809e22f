import { ChevronLeft, ChevronRight, MonitorCheck, Pause, Pin, PinOff, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { WallCommand, WallScreen } from "../api/walls.ts";
import { IconButton } from "../control/icon-button.tsx";
import { texts } from "./messages.ts";

interface ScreenActsProps {
  readonly screen: WallScreen;
  readonly isPinned: boolean;
  /** What the screens stay at is being changed, all at once. */
  readonly isPinning: boolean;
  readonly onAct: (command: WallCommand) => void;
  /** Has the screen stay at a dashboard, or at none. */
  readonly onPin: (uid: string | undefined) => void;
}

/** What can be done to one screen from here. */
export function ScreenActs({ screen, isPinned, isPinning, onAct, onPin }: ScreenActsProps) {
  const isPaused = screen.state === "paused";
  const { uid = "" } = screen;
  const button = (name: keyof typeof texts.acts, icon: ReactNode, onPress: () => void, isDisabled: boolean) => (
    <IconButton
      label={texts.actOn(texts.acts[name], screen.name)}
      icon={icon}
      onPress={onPress}
      isDisabled={isDisabled}
      isPending={isPinning && (name === "pin" || name === "unpin")}
    />
  );
  // A screen that stays at a dashboard obeys again once it may leave.
  const act = (command: WallCommand & keyof typeof texts.acts, icon: ReactNode) =>
    button(command, icon, () => onAct(command), command !== "identify" && (screen.length === 0 || isPinned));
  return (
    <div className="v-wall-acts">
      {act("previous", <ChevronLeft aria-hidden />)}
      {isPaused ? act("play", <Play aria-hidden />) : act("pause", <Pause aria-hidden />)}
      {act("next", <ChevronRight aria-hidden />)}
      {isPinned
        ? button("unpin", <PinOff aria-hidden />, () => onPin(undefined), false)
        : button("pin", <Pin aria-hidden />, () => onPin(uid), uid === "")}
      {act("identify", <MonitorCheck aria-hidden />)}
    </div>
  );
}
