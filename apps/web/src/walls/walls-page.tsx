import { useQuery } from "@tanstack/react-query";
import { Copy, MonitorPlay, Plus } from "lucide-react";
import { useState } from "react";
import { useHref } from "react-router";
import { playlistsQuery } from "../api/playlists.ts";
import { may, mayDo } from "../api/user.ts";
import { type Wall, wallsQuery } from "../api/walls.ts";
import { Button, LinkButton } from "../control/button.tsx";
import { copyText } from "../control/clipboard.ts";
import { EmptyState } from "../control/empty-state.tsx";
import { ErrorState } from "../control/error-state.tsx";
import { SkeletonTable } from "../control/table.tsx";
import { NoAccess } from "../frame/no-access.tsx";
import { Page } from "../frame/page.tsx";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { ChangeWall } from "./change-wall.tsx";
import { texts } from "./messages.ts";
import { RemoveWall } from "./remove-wall.tsx";
import { WallCard } from "./wall-card.tsx";
import { wallCommands } from "./wall-command.ts";
import { WallDisplayDialog } from "./wall-display-dialog.tsx";
import "./walls.css";

/** The walls that there are, with what each of their screens shows. */
export function WallsPage() {
  return may(useCurrentUser(), "walls:read") ? (
    <Walls />
  ) : (
    <NoAccess title={texts.title} neededRole="Editor" permission="walls:read" />
  );
}

type Act = { readonly kind: "change" | "display" | "remove"; readonly wall: Wall };

function Walls() {
  const walls = useQuery(wallsQuery);
  const isAdministrator = mayDo(useCurrentUser(), "walls:write");
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  const all = walls.data?.walls ?? [];
  return (
    <Page title={texts.title} actions={isAdministrator && <PairLink />}>
      {walls.error !== null && <ErrorState error={walls.error} onRetry={() => void walls.refetch()} />}
      {walls.isPending && <SkeletonTable label={messages.loading} columns={3} />}
      {walls.isSuccess && all.length === 0 && (
        <EmptyState icon={MonitorPlay} title={texts.empty} text={texts.emptyText} learn="walls">
          <WallCommand />
          {isAdministrator && <PairLink />}
          <LinkButton to="/playlists">{texts.here}</LinkButton>
        </EmptyState>
      )}
      <div className="v-walls">
        {all.map((wall) => (
          <WallCard
            key={wall.id}
            wall={wall}
            {...(isAdministrator && {
              onChange: () => setAct({ kind: "change", wall }),
              onDisplay: () => setAct({ kind: "display", wall }),
              onRemove: () => setAct({ kind: "remove", wall }),
            })}
          />
        ))}
      </div>
      {act?.kind === "change" && <ChangeWall wall={act.wall} onClose={close} />}
      {act?.kind === "display" && <WallDisplayDialog wall={act.wall} onClose={close} />}
      {act?.kind === "remove" && <RemoveWall wall={act.wall} onClose={close} />}
    </Page>
  );
}

/** What a machine with screens runs to become a wall of this server. */
function WallCommand() {
  const playlists = useQuery(playlistsQuery);
  const server = new URL(useHref("/"), window.location.origin).href.replace(/\/$/, "");
  const [isCopied, setCopied] = useState(false);
  const playlist = playlists.data?.items[0]?.metadata.name ?? "<playlist>";
  const { clone, installed } = wallCommands({ playlist, server });
  return (
    <>
      <div className="v-wall-command">
        <code>{clone}</code>
        <Button icon={<Copy aria-hidden />} onPress={() => void copyText(clone).then(setCopied)}>
          {isCopied ? texts.copied : texts.copyCommand}
        </Button>
      </div>
      <p className="v-hint">{texts.commandHint(installed)}</p>
    </>
  );
}

function PairLink() {
  return (
    <LinkButton to="/wall/pair" kind="primary" icon={<Plus aria-hidden />}>
      {texts.pair}
    </LinkButton>
  );
}
