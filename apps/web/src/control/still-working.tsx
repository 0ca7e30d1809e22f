import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messages } from "../messages/en.ts";
import { Button } from "./button.tsx";
import "./state.css";

/** Everything that a page waits for before it can show something. */
const AWAITED = {
  type: "active",
  predicate: ({ state }: Query) => state.data === undefined,
} as const;

/** Everything that waits is stopped by one press, and asks again by one: all that say how it stands hear of it. */
const presses = new EventTarget();

/** Stands in what is loading: a word after 8 s, and how to give up; then how to ask again. */
export function StillWorking() {
  const queryClient = useQueryClient();
  const [isStopped, setStopped] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    presses.addEventListener("stop", () => setStopped(true), { signal: leaving.signal });
    presses.addEventListener("again", () => setStopped(false), { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  const stop = () => {
    presses.dispatchEvent(new Event("stop"));
    void queryClient.cancelQueries(AWAITED);
  };
  const askAgain = () => {
    presses.dispatchEvent(new Event("again"));
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
