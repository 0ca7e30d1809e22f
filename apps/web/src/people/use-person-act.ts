import { useMutation, useQueryClient } from "@tanstack/react-query";
import { personQuery } from "../api/person.ts";

/** Does something about somebody, and reads anew what stands of them. */
export function usePersonAct(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: personQuery(id).queryKey }),
  });
}
