import { ChevronLeft, ChevronRight, Maximize, MonitorCog, Pause, Play, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Toolbar } from "react-aria-components";
import { wallMessages } from "./messages.ts";

interface WallToolbarProps {
  readonly isPaused: boolean;
  readonly onStep: (step: 1 | -1) => void;
  readonly onPause: (isPaused: boolean) => void;
  readonly onFullScreen: () => void;
  /** Where the browser lets pages choose screens. */
  readonly onScreens: (() => void) | undefined;
  readonly onStop: () => void;
}

/** Appears while the pointer moves. */
export function WallToolbar({ isPaused, onStep, onPause, onFullScreen, onScreens, onStop }: WallToolbarProps) {
  const text = wallMessages;
  return (
    <Toolbar className="v-wall-toolbar" aria-label={text.toolbar}>
      <WallButton label={text.previous} onPress={() => onStep(-1)}>
        <ChevronLeft aria-hidden />
      </WallButton>
      <WallButton label={isPaused ? text.play : text.pause} onPress={() => onPause(!isPaused)}>
        {isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      </WallButton>
      <WallButton label={text.next} onPress={() => onStep(1)}>
        <ChevronRight aria-hidden />
      </WallButton>
      <WallButton label={text.fullScreen} onPress={onFullScreen}>
        <Maximize aria-hidden />
      </WallButton>
      {onScreens !== undefined && (
        <WallButton label={text.screens} onPress={onScreens}>
          <MonitorCog aria-hidden />
        </WallButton>
      )}
      <WallButton label={text.stop} onPress={onStop}>
        <X aria-hidden />
      </WallButton>
    </Toolbar>
  );
}

interface WallButtonProps {
  readonly label: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

function WallButton({ label, onPress, children }: WallButtonProps) {
  return (
    <AriaButton className="v-wall-button" aria-label={label} onPress={onPress}>
      {children}
    </AriaButton>
  );
}
