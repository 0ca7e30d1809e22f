import type { Identity } from "../identity.ts";
import type { RequestOrigin } from "../request-origin.ts";
import type { NewUser } from "../users/create-user.ts";
import type { StoredUser } from "../users/stored-user.ts";
import { hookUser, hookUserOfNew } from "./hook-user.ts";

type Asking = Pick<Identity, "hooks">;

/**
 * Asks whether a user may come to be, immediately before the insertion and outside of its transaction.
 *
 * @throws IdentityError `unknown` with the hook's own status and message, `unexpected_failure`, `hook_timeout` …
 * @see spec 1, Hook output: before-user-created
 */
export async function askBeforeUserCreated({ hooks }: Asking, user: NewUser, origin: RequestOrigin): Promise<void> {
  if (!hooks.isEnabled("before_user_created")) return;
  await hooks.ask("before_user_created", { user: hookUserOfNew(user) }, origin);
}

/** Tells of a user who has come to be, after the commit. Nothing depends on how it goes. */
export async function tellAfterUserCreated({ hooks }: Asking, user: StoredUser, origin: RequestOrigin): Promise<void> {
  if (!hooks.isEnabled("after_user_created")) return;
  try {
    await hooks.ask("after_user_created", { user: hookUser(user) }, origin);
  } catch (error) {
    hooks.noteFailure("after_user_created", error);
  }
}
