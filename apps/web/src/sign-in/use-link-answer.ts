import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { type LinkAnswer, readLinkAnswer } from "./link-answer.ts";

/**
 * The link's answer. One with a token is kept in memory only: the address loses it before anybody can share or store it.
 * A refusal stays in the address, so that the page says the same after it was loaded again.
 */
export function useLinkAnswer(): LinkAnswer {
  const location = useLocation();
  const [answer] = useState(() => readLinkAnswer(location));
  useEffect(() => {
    if (answer.kind === "tokens" || answer.kind === "hash")
      history.replaceState(history.state, "", window.location.pathname);
  }, [answer]);
  return answer;
}
