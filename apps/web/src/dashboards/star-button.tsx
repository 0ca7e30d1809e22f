import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { setStar, starsQuery } from "../api/stars.ts";
import { runAction } from "../control/toast-store.ts";
import { messages } from "../messages/en.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { starTexts } from "./star-messages.ts";
import "../control/button.css";

interface StarButtonProps {
  readonly uid: string;
  readonly title: string;
}

/** Marks a dashboard for oneself; a plain button, as a list has one in each row. */
export function StarButton({ uid, title }: StarButtonProps) {
  const stars = useQuery(starsQuery);
  const queryClient = useQueryClient();
  const { isReadOnly } = useCurrentUser();
  const isStarred = stars.data?.includes(uid) ?? false;
  const { star, unstar, askForStars } = starTexts;
  const reload = () => {
    void queryClient.invalidateQueries({ queryKey: ["dashboards", "search"] });
    return queryClient.invalidateQueries({ queryKey: starsQuery.queryKey });
  };
  const marking = useMutation({
    mutationFn: (isMeant: boolean) =>
      runAction({
        title: messages.notDone,
        text: isMeant ? star(title) : unstar(title),
        action: { label: messages.error.retry, run: () => setStar(uid, isMeant).finally(reload) },
      }),
  });
  if (isReadOnly) return null;
  const press = () => {
    if (stars.isLoadingError) void stars.refetch();
    else if (!marking.isPending) marking.mutate(!isStarred);
  };
  return (
    <button
      type="button"
      className="v-button"
      data-kind="icon"
      data-star
      aria-label={stars.isLoadingError ? askForStars : isStarred ? unstar(title) : star(title)}
      // Whether a press marks or unmarks is known once the stars are; where they did not come, it asks for them again.
      disabled={stars.isPending}
      data-disabled={stars.isPending || undefined}
      aria-disabled={marking.isPending || undefined}
      data-pending={marking.isPending || undefined}
      onClick={press}
    >
      <Star aria-hidden fill={isStarred ? "currentColor" : "none"} />
    </button>
  );
}
