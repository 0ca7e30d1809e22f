import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { setStar, starsQuery } from "../api/stars.ts";
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
  const marking = useMutation({
    mutationFn: () => setStar(uid, !isStarred),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ["dashboards", "search"] });
      return queryClient.invalidateQueries({ queryKey: starsQuery.queryKey });
    },
  });
  const { star, unstar, askForStars } = starTexts;
  if (isReadOnly) return null;
  const press = () => {
    if (stars.isLoadingError) void stars.refetch();
    else if (!marking.isPending) marking.mutate();
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
