import { type Query, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import "./state.css";

/** Everything that a page waits for before it can show something. */
const AWAITED = {
  type: "active",
  predicate: ({ state }: Query) => state.data === undefined,
} as const;

/** Stands in what is loading: a word after 8 s, and how to give up; then how to ask again. */
export function StillWorking() {
  const queryClient = useQueryClient();
  const [isStopped, setStopped] = useState(false);
  const stop = () => {
    setStopped(true);
    void queryClient.cancelQueries(AWAITED);
  };
  const askAgain = () => {
    setStopped(false);
    void queryClient.refetchQueries(AWAITED);
  };
  return isStopped ? (
    <div className="v-stopped">
      <p>{messages.stopped}</p>
      <Button onPress={askAgain}>{messages.error.retry}</Button>
    </div>
  ) : (
    <div className="v-still">
      <p>{messages.stillLoading}</p>
      <Button onPress={stop}>{messages.cancel}</Button>
    </div>
  );
}
