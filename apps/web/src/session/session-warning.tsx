import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { askToSignInAgain, hasSessionEnded, watchSession } from "../api/session-end.ts";
import { sessionTimeQuery, staySignedIn, WARNING_MS } from "../api/session-time.ts";
import { Button } from "../control/button.tsx";
import { momentText } from "../control/moment-text.ts";
import { frameTexts } from "../frame/messages.ts";

/** Says two minutes before a session ends for good that it does, and lets people go on. */
export function SessionWarning() {
  const queryClient = useQueryClient();
  const { data } = useQuery(sessionTimeQuery);
  const [dismissed, setDismissed] = useState<number>();
  const staying = useMutation({
    mutationFn: staySignedIn,
    onSuccess: (time) => queryClient.setQueryData(sessionTimeQuery.queryKey, time),
  });
  useEffect(
    () =>
      watchSession(() => {
        if (!hasSessionEnded()) void queryClient.invalidateQueries({ queryKey: sessionTimeQuery.queryKey });
      }),
    [queryClient],
  );
  const texts = frameTexts.sessionEnds;
  const now = Date.now();
  const endsAt = data?.endsAt;
  const isNear = endsAt !== undefined && endsAt > now && endsAt - now <= WARNING_MS && !isSameEnd(endsAt, dismissed);
  return (
    <div className="v-lost v-session-warning" role="status" hidden={!isNear}>
      {isNear && (
        <>
          <Clock aria-hidden />
          <span>{texts.text(momentText(endsAt, "clock"))}</span>
          {data?.isPutOff === true ? (
            <Button kind="primary" isPending={staying.isPending} onPress={() => staying.mutate()}>
              {texts.stay}
            </Button>
          ) : (
            <Button kind="primary" onPress={askToSignInAgain}>
              {texts.again}
            </Button>
          )}
          <Button kind="quiet" onPress={() => setDismissed(endsAt)}>
            {texts.dismiss}
          </Button>
        </>
      )}
    </div>
  );
}

/** Two answers about the same end differ by what they were on their way. */
function isSameEnd(one: number, other: number | undefined): boolean {
  return other !== undefined && Math.abs(one - other) < 5_000;
}
