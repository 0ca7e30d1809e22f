import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquare, Pencil, RefreshCw, Trash2 } from "lucide-react";
import { playlistsQuery } from "../api/playlists.ts";
import {
  changeDisplay,
  commandWall,
  isWallOvertaken,
  pictureOf,
  type Wall,
  type WallCommand,
  type WallDisplay,
  type WallScreen,
  wallsQuery,
} from "../api/walls.ts";
import { Age } from "../control/age.tsx";
import { FaultAlert } from "../control/fault-alert.tsx";
import { faultOfLast } from "../control/fault-of-last.ts";
import { RowMenu } from "../control/row-menu.tsx";
import { Status } from "../control/status.tsx";
import { messages } from "../messages/en.ts";
import { texts } from "./messages.ts";
import { ScreenActs } from "./screen-acts.tsx";

interface WallCardProps {
  readonly wall: Wall;
  /** Absent for those who may only look. */
  readonly onChange?: () => void;
  readonly onDisplay?: () => void;
  readonly onRemove?: () => void;
}

export function WallCard({ wall, onChange, onDisplay, onRemove }: WallCardProps) {
  const queryClient = useQueryClient();
  const { display } = wall;
  const commanding = useMutation({
    mutationFn: ({ command, screen }: { command: WallCommand; screen: string }) =>
      commandWall(wall.id, command, screen),
  });
  const pinning = useMutation({
    mutationFn: async (pin: Pin) => {
      try {
        await changeDisplay(wall, pinned(display, pin));
      } catch (error) {
        if (!isWallOvertaken(error)) throw error;
        // Somebody has changed something else of it since the page last asked: that stays.
        const { walls } = await queryClient.fetchQuery({ ...wallsQuery, staleTime: 0 });
        const now = walls.find(({ id }) => id === wall.id);
        if (now !== undefined) await changeDisplay(now, pinned(now.display, pin));
      }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: wallsQuery.queryKey }),
  });
  // One that is not there any more has its name alone.
  const { data: playlists } = useQuery(playlistsQuery);
  const playlist =
    playlists?.items.find(({ metadata }) => metadata.name === wall.playlist)?.spec.title ?? wall.playlist;
  const error = faultOfLast(commanding, pinning);
  return (
    <section className="v-card v-wall-entry" aria-label={wall.name} data-row>
      <header className="v-wall-entry-head">
        <h2>{wall.name}</h2>
        <Status kind={wall.isOnline ? "ok" : "unknown"}>{wall.isOnline ? texts.online : texts.away}</Status>
        {onChange !== undefined && onDisplay !== undefined && onRemove !== undefined && (
          <RowMenu
            label={messages.list.actionsFor(wall.name)}
            actions={[
              { label: texts.change, icon: Pencil, onAction: onChange },
              { label: texts.display, icon: MessageSquare, onAction: onDisplay },
              {
                label: texts.reload,
                icon: RefreshCw,
                onAction: () => commanding.mutate({ command: "reload", screen: "" }),
              },
              { label: texts.remove, icon: Trash2, kind: "danger", onAction: onRemove },
            ]}
          />
        )}
      </header>
      <p className="v-wall-entry-note">
        {playlist}
        {!wall.isOnline && (
          <>
            {", "}
            {wall.seenAt === null ? texts.never : texts.seen} {wall.seenAt !== null && <Age at={wall.seenAt} />}
          </>
        )}
      </p>
      <Answerer {...wall.answerer} />
      {error !== null && <FaultAlert error={error} />}
      {display.message !== "" && <p className="v-wall-entry-message">{display.message}</p>}
      <ul className="v-wall-screens">
        {wall.screens.map((screen) => (
          <li key={screen.name}>
            <ScreenView wall={wall} screen={screen} />
            {wall.isOnline && onChange !== undefined && (
              <ScreenActs
                screen={screen}
                isPinned={Object.hasOwn(display.pins, screen.name)}
                isPinning={pinning.isPending}
                onAct={(command) => commanding.mutate({ command, screen: screen.name })}
                onPin={(uid) => pinning.mutate({ uid, screen: screen.name })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A screen, and the dashboard that it keeps showing from now on; none for the whole playlist. */
interface Pin {
  readonly screen: string;
  readonly uid: string | undefined;
}

function pinned(display: WallDisplay, { screen, uid }: Pin): WallDisplay {
  const { [screen]: _, ...pins } = display.pins;
  return { ...display, pins: uid === undefined ? pins : { ...pins, [screen]: uid } };
}

/** Who answers for a wall. What needs somebody's eye is marked. */
function Answerer({ login, state }: Wall["answerer"]) {
  const text = texts.answerers[state](login);
  if (state === "here") return <p className="v-wall-entry-note">{text}</p>;
  return (
    <p>
      <Status kind={state === "gone" ? "crit" : "warn"}>{text}</Status>
    </p>
  );
}

function ScreenView({ wall, screen }: { readonly wall: Wall; readonly screen: WallScreen }) {
  const picture = pictureOf(wall, screen);
  const { name, state, dashboard, index, length, problem, width, height } = screen;
  const isOld = wall.isOnline ? undefined : true;
  const ratio = { aspectRatio: `${Math.max(1, width)} / ${Math.max(1, height)}` };
  return (
    <>
      {picture === undefined ? (
        <div className="v-wall-picture" style={ratio}>
          {texts.noPicture}
        </div>
      ) : (
        <img className="v-wall-picture" data-old={isOld} style={ratio} src={picture} alt={texts.pictureOf(name)} />
      )}
      <p>
        <strong>{name}</strong>{" "}
        {wall.isOnline && (
          <span className="v-wall-state">
            {Object.hasOwn(wall.display.pins, name) ? texts.pinned : texts.states[state]}
            {length > 0 && ` ${texts.place(index, length)}`}
          </span>
        )}
      </p>
      {dashboard !== "" && <p>{wall.isOnline ? dashboard : texts.lastShown(dashboard)}</p>}
      {problem !== "" && <Status kind={state === "failed" ? "crit" : "warn"}>{problem}</Status>}
    </>
  );
}
