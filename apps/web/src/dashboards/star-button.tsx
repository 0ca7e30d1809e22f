import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { Button } from "react-aria-components";
import { setStar, starsQuery } from "../api/stars.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { starTexts } from "./star-messages.ts";
import "../control/button.css";

interface StarButtonProps {
  readonly uid: string;
  readonly title: string;
}

/** Marks a dashboard for oneself. */
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
  return (
    <Button
      className="v-button"
      data-kind="icon"
      data-star
      aria-label={stars.isLoadingError ? askForStars : isStarred ? unstar(title) : star(title)}
      // Whether a press marks or unmarks is known once the stars are; where they did not come, it asks for them again.
      isDisabled={stars.isPending}
      isPending={marking.isPending}
      onPress={() => (stars.isLoadingError ? void stars.refetch() : marking.mutate())}
    >
      <Star aria-hidden fill={isStarred ? "currentColor" : "none"} />
    </Button>
  );
}
