import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { type LinkAnswer, readLinkAnswer } from "./link-answer.ts";

/** The link's answer, kept in memory only: the address loses its tokens before anybody can share or store it. */
export function useLinkAnswer(): LinkAnswer {
  const location = useLocation();
  const [answer] = useState(() => readLinkAnswer(location));
  useEffect(() => {
    if (answer.kind !== "nothing") history.replaceState(history.state, "", window.location.pathname);
  }, [answer]);
  return answer;
}
