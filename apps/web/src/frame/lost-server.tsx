import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { serverLostSince, serverWasSilent, watchServer } from "../api/reachable.ts";
import { momentText } from "../control/moment-text.ts";
import { frameTexts } from "./messages.ts";

/** Says how old everything on the page is while the server cannot be reached, and has it asked for again afterwards. */
export function LostServer() {
  const since = useSyncExternalStore(watchServer, serverLostSince);
  const queryClient = useQueryClient();
  const wasLost = useRef(false);
  useEffect(() => {
    window.addEventListener("offline", serverWasSilent);
    return () => window.removeEventListener("offline", serverWasSilent);
  }, []);
  useEffect(() => {
    if (since === undefined && wasLost.current) void queryClient.invalidateQueries();
    wasLost.current = since !== undefined;
  }, [since, queryClient]);
  return (
    <div className="v-lost" role="status" hidden={since === undefined}>
      {since !== undefined && (
        <>
          <CloudOff aria-hidden />
          <span>{frameTexts.lost(momentText(since, "clock"))}</span>
        </>
      )}
    </div>
  );
}
