import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isWallOvertaken, type Wall, wallsQuery } from "../api/walls.ts";

interface WallChange {
  /** Saves what was typed over the wall as it was seen. */
  readonly change: (seen: Wall) => Promise<void>;
  readonly onClose: () => void;
}

/** A change of a wall in a dialog, and the wall that it goes over: the one that was opened, or a newer one that stood in the way. */
export function useWallChange(wall: Wall, { change, onClose }: WallChange) {
  const [seen, setSeen] = useState(wall);
  const queryClient = useQueryClient();
  const changing = useMutation({
    mutationFn: () => change(seen),
    // The newer one is loaded, so that a second press of Save is made on purpose and goes through.
    onError: async (error) => {
      if (!isWallOvertaken(error)) return;
      const { walls } = await queryClient.fetchQuery({ ...wallsQuery, staleTime: 0 });
      setSeen(walls.find(({ id }) => id === wall.id) ?? seen);
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: wallsQuery.queryKey });
      onClose();
    },
  });
  return { seen, changing };
}
