import { useCallback, useDeferredValue, useEffect, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { momentText } from "../control/moment-text.ts";
import { useTouch } from "../control/use-touch.ts";
import { timeText } from "../dashboard/model/time/time-text.ts";
import { messages } from "../messages/en.ts";
import { ChooseScreens } from "./choose-screens.tsx";
import { wallMessages } from "./messages.ts";
import { canChooseScreens } from "./screens.ts";
import { stagesOf } from "./stages.ts";
import { useClockWarning } from "./use-clock-warning.ts";
import { type Connection, useConnection } from "./use-connection.ts";
import { useFailures } from "./use-failures.ts";
import { useFrameWatch } from "./use-frame-watch.ts";
import { toggleFullScreen, useFullScreenByPress } from "./use-full-screen.ts";
import { useNewVersion } from "./use-new-version.ts";
import { usePage } from "./use-page.ts";
import { usePointerIdle } from "./use-pointer-idle.ts";
import { type Rotation, useRotation } from "./use-rotation.ts";
import { useWallCommands } from "./use-wall-commands.ts";
import { useWallDisplay } from "./use-wall-display.ts";
import { useWallKeys } from "./use-wall-keys.ts";
import { useWallLabel } from "./use-wall-label.ts";
import { useShownTitle, WallStage } from "./wall-stage.tsx";
import { WallStrip } from "./wall-strip.tsx";
import { WallToolbar } from "./wall-toolbar.tsx";
import "./wall.css";

/** A playlist, full screen, day and night. The last good picture stays whatever happens to the server. */
export function WallPage() {
  const name = useParams()["playlist"] ?? "";
  const [query] = useSearchParams();
  const { message, brightness, pinned } = useWallDisplay();
  const [pages, setPages] = useState(1);
  const { hasFailed, tell, failuresOf } = useFailures();
  const rotation = useRotation(name, { pinned, pages, hasFailed });
  const page = usePage(rotation, pages);
  const connection = useConnection();
  const pointer = usePointerIdle();
  const navigate = useNavigate();
  const [title, setTitle] = useShownTitle();
  const { round, turn, isPaused, isStill, go, pause } = rotation;
  const settled = { number: useDeferredValue(turn.number), index: useDeferredValue(turn.index) };
  const stop = useCallback(() => void navigate(`/playlists/${encodeURIComponent(name)}`), [navigate, name]);
  const skip = useCallback(() => go(1), [go]);
  useFullScreenByPress();
  useWallKeys({ go, pause, stop, isPaused });
  useTouch({ onSwipe: go, onHold: stop });
  const [label, identify] = useWallLabel();
  useWallCommands({ go, pause, identify });
  const nothing = emptyReason(name, rotation);
  const problem = noticeOf(connection) || failuresOf(round) || nothing;
  const hasStrip = query.get("strip") !== "off";
  useBodyMarks(name, rotation, { title, problem });
  useNewVersion(connection, rotation);
  useFrameWatch(connection.lostSince === undefined && !connection.isSignedOut);

  return (
    <main className="v-wall v-dark" data-pointer={pointer} aria-label={round?.title ?? name}>
      <title>{`${round?.title ?? name} · ${messages.product}`}</title>
      {hasStrip && (
        <WallStrip
          title={title}
          playlist={round?.title ?? name}
          place={placeOf(rotation, { page: page + 1, pages })}
          isHeld={rotation.isHeld}
          next={isStill ? undefined : round?.stops[(turn.index + 1) % round.stops.length]?.uid}
        />
      )}
      <div className="v-wall-stages">
        {stagesOf(round?.stops ?? [], turn, settled).map(({ key, stop: shown, isShown }) => (
          <WallStage
            key={key}
            stop={shown}
            isShown={isShown}
            page={page}
            onPages={setPages}
            onTitle={setTitle}
            onFailed={skip}
            onProblem={tell}
          />
        ))}
        {nothing !== "" && <WallCard title={round?.title ?? name} text={nothing} />}
      </div>
      <WallNotice text={noticeOf(connection)} hasStrip={hasStrip} />
      {message !== "" && (
        <p className="v-wall-message" role="status">
          {message}
        </p>
      )}
      {brightness < 1 && <div className="v-wall-night" style={{ opacity: 1 - brightness }} />}
      {label !== "" && <p className="v-wall-label">{label}</p>}
      <WallControls isShown={pointer !== "idle"} rotation={rotation} onStop={stop} />
    </main>
  );
}

/** `2 / 5`; empty while there is nothing to show. */
function placeOf(
  { round, turn }: Pick<Rotation, "round" | "turn">,
  pages: Parameters<typeof wallMessages.place>[2],
): string {
  const count = round?.stops.length ?? 0;
  return count === 0 ? "" : wallMessages.place(turn.index + 1, count, pages);
}

interface WallControlsProps {
  readonly isShown: boolean;
  readonly rotation: Pick<Rotation, "isPaused" | "go" | "pause">;
  readonly onStop: () => void;
}

function WallControls({ isShown, rotation: { isPaused, go, pause }, onStop }: WallControlsProps) {
  const [isChoosing, setChoosing] = useState(false);
  const onScreens = canChooseScreens() ? () => setChoosing(true) : undefined;
  return (
    <>
      {isShown && (
        <WallToolbar
          isPaused={isPaused}
          onStep={go}
          onPause={pause}
          onFullScreen={toggleFullScreen}
          onScreens={onScreens}
          onStop={onStop}
        />
      )}
      {isChoosing && <ChooseScreens onClose={() => setChoosing(false)} />}
    </>
  );
}

interface WallNoticeProps {
  readonly text: string;
  readonly hasStrip: boolean;
}

/** What is wrong. Where there is no strip, nothing else says why a wrong clock leaves charts empty. */
function WallNotice({ text, hasStrip }: WallNoticeProps) {
  const clock = useClockWarning();
  return (
    <p className="v-wall-notice" role="status">
      {text || (hasStrip ? "" : clock)}
    </p>
  );
}

interface WallCardProps {
  readonly title: string;
  readonly text: string;
}

function WallCard({ title, text }: WallCardProps) {
  return (
    <div className="v-wall-card">
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}

/** Why there is nothing to show; empty when there is. */
function emptyReason(
  name: string,
  { round, isResting, isRefused, error }: Pick<Rotation, "round" | "isResting" | "isRefused" | "error">,
): string {
  if (isRefused) return wallMessages.unknown(name);
  if (isResting) return wallMessages.resting;
  if (round !== undefined) return round.stops.length === 0 ? wallMessages.empty : "";
  return error?.message ?? "";
}

const MARKS = [
  "playlistUid",
  "playlistIndex",
  "playlistLength",
  "playlistState",
  "playlistDashboard",
  "playlistStop",
  "playlistProblem",
] as const;

interface ShownNow {
  readonly title: string;
  readonly problem: string;
}

/** Marks that programs beside the wall read. */
function useBodyMarks(name: string, { round, turn, isPaused }: Rotation, { title, problem }: ShownNow): void {
  const length = round?.stops.length ?? 0;
  const stop = round?.stops[turn.index]?.uid ?? "";
  useEffect(() => {
    const { dataset } = document.body;
    dataset["playlistUid"] = name;
    dataset["playlistIndex"] = String(turn.index);
    dataset["playlistLength"] = String(length);
    dataset["playlistState"] = isPaused ? "paused" : "playing";
    dataset["playlistDashboard"] = length === 0 ? "" : title;
    dataset["playlistStop"] = stop;
    dataset["playlistProblem"] = problem;
    return () => {
      for (const mark of MARKS) delete dataset[mark];
    };
  }, [name, turn.index, length, isPaused, title, stop, problem]);
}

function noticeOf({ lostSince, isSignedOut }: Connection): string {
  if (lostSince !== undefined) return wallMessages.offline(exactTime(lostSince));
  return isSignedOut ? wallMessages.signedOut : "";
}

/** To the second, for the server is asked every few seconds; of another day with its date. */
function exactTime(time: Date): string {
  const text = timeText(time.getTime(), undefined);
  return time.toDateString() === new Date().toDateString() ? text : `${momentText(time, "day")} ${text}`;
}
