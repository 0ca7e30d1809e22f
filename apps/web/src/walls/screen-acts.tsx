import { ChevronLeft, ChevronRight, MonitorCheck, Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import type { WallCommand, WallScreen } from "../api/walls.ts";
import { IconButton } from "../control/icon-button.tsx";
import { texts } from "./messages.ts";

interface ScreenActsProps {
  readonly screen: WallScreen;
  readonly onAct: (command: WallCommand) => void;
}

/** What can be done to one screen from here. */
export function ScreenActs({ screen, onAct }: ScreenActsProps) {
  const isPaused = screen.state === "paused";
  const act = (command: keyof typeof texts.acts, icon: ReactNode) => (
    <IconButton
      label={texts.actOn(texts.acts[command], screen.name)}
      icon={icon}
      onPress={() => onAct(command)}
      isDisabled={command !== "identify" && screen.length === 0}
    />
  );
  return (
    <div className="v-wall-acts">
      {act("previous", <ChevronLeft aria-hidden />)}
      {isPaused ? act("play", <Play aria-hidden />) : act("pause", <Pause aria-hidden />)}
      {act("next", <ChevronRight aria-hidden />)}
      {act("identify", <MonitorCheck aria-hidden />)}
    </div>
  );
}
