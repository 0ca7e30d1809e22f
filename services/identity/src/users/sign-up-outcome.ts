import type { OpenSession } from "../sessions/open-session.ts";
import type { UserAnswer } from "./user-answer.ts";

/** Signed in at once, or a user who must confirm first. The latter does not tell whether the user existed. */
export type SignUpOutcome =
  | { readonly kind: "session"; readonly session: OpenSession }
  | { readonly kind: "user"; readonly user: UserAnswer };
