import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { Button } from "react-aria-components";
import { setStar, starsQuery } from "../api/stars.ts";
import { useCurrentUser } from "../session/current-user.tsx";
import { folderTexts } from "./folder-messages.ts";
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
  const { star, unstar } = folderTexts;
  if (isReadOnly) return null;
  return (
    <Button
      className="v-button"
      data-kind="icon"
      data-star
      aria-label={isStarred ? unstar(title) : star(title)}
      // Whether a press marks or unmarks is known once the stars are.
      isDisabled={stars.data === undefined}
      isPending={marking.isPending}
      onPress={() => marking.mutate()}
    >
      <Star aria-hidden fill={isStarred ? "currentColor" : "none"} />
    </Button>
  );
}
