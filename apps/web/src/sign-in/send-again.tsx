import { useMutation } from "@tanstack/react-query";
import { Button } from "../control/button.tsx";
import { durationText } from "../control/duration-text.ts";
import { useCountdown } from "../control/use-countdown.ts";
import { useWait } from "../control/use-wait.ts";
import { messages } from "../messages/en.ts";

/** How long somebody waits before another code can be asked for; the server sends none earlier. */
const WAIT_SECONDS = 60;

/** @param isSent - whether a code is on its way already: the next has to wait */
export function useSending<Sent>(send: () => Promise<Sent>, isSent: boolean) {
  const { left, restart } = useCountdown(isSent ? WAIT_SECONDS : 0);
  const { mutate, mutateAsync, data, error, isPending } = useMutation({
    mutationFn: send,
    onSuccess: () => restart(WAIT_SECONDS),
  });
  const wait = Math.max(left, useWait(error));
  return { mutate, mutateAsync, data, error, isPending, wait };
}

interface SendAgainProps {
  readonly sending: Pick<ReturnType<typeof useSending>, "isPending" | "wait"> & { readonly mutate: () => void };
}

/** Sends another code, and says how long until it can. */
export function SendAgain({ sending: { mutate, isPending, wait } }: SendAgainProps) {
  return (
    <Button kind="quiet" isDisabled={wait > 0} isPending={isPending} onPress={() => mutate()}>
      {wait > 0 ? messages.code.againIn(durationText(wait * 1000)) : messages.factor.sendAgain}
    </Button>
  );
}
