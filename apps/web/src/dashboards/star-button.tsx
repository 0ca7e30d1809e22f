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
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: starsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: ["dashboards", "search"] });
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
      onPress={() => marking.mutate()}
    >
      <Star aria-hidden fill={isStarred ? "currentColor" : "none"} />
    </Button>
  );
}
