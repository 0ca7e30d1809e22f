import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Entrance, FirstProof } from "../api/sign-in.ts";
import { currentUserQuery } from "../api/user.ts";

interface EntranceSteps {
  /** Proves who somebody is; what it gives decides whether a second proof is asked for. */
  readonly enter: (prove: () => Promise<Entrance>) => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Set while a second factor is wanted. */
  readonly first: FirstProof | undefined;
  /** Back to the first proof. */
  readonly startOver: () => void;
}

interface EntranceOptions {
  /** Called once the browser is signed in and the page knows as whom. */
  readonly onEntered: () => unknown;
}

/** The way in, the same for every first proof: prove it, prove a second factor where there is one, be signed in. */
export function useEntrance({ onEntered }: EntranceOptions): EntranceSteps {
  const [first, setFirst] = useState<FirstProof>();
  const queryClient = useQueryClient();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (prove: () => Promise<Entrance>) => {
      const entrance = await prove();
      if (entrance.kind === "wants-factor") return setFirst(entrance.first);
      await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
      await onEntered();
    },
  });
  const startOver = () => {
    setFirst(undefined);
    reset();
  };
  return { enter: mutate, isPending, error, first, startOver };
}
