/** What this needs of `getAuth()` of firebase-admin. */
export interface UserDirectory {
  /** @param maxResults - 1000 at most */
  listUsers(
    maxResults: number,
    pageToken?: string,
  ): Promise<{ readonly users: readonly DirectoryUser[]; readonly pageToken?: string | undefined }>;
  /** Puts all claims of the user in place of those before. */
  setCustomUserClaims(uid: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
}

interface DirectoryUser {
  readonly uid: string;
  readonly customClaims?: Readonly<Record<string, unknown>> | undefined;
}

const USERS_AT_ONCE = 1000;
const CALLS_AT_ONCE = 10;

/**
 * Gives the role to everybody who has none: functions at sign-up and sign-in give it to those alone who come later. What
 * else a user claims stays, and a run that broke off goes on with the next one.
 *
 * @returns how many got it; their next token has it
 */
export async function giveRole(directory: UserDirectory, role = "authenticated"): Promise<number> {
  let given = 0;
  let pageToken: string | undefined;
  do {
    const page = await directory.listUsers(USERS_AT_ONCE, pageToken);
    const without = page.users.filter(({ customClaims }) => customClaims?.["role"] === undefined);
    for (let first = 0; first < without.length; first += CALLS_AT_ONCE) {
      const some = without.slice(first, first + CALLS_AT_ONCE);
      await Promise.all(
        some.map(({ uid, customClaims }) => directory.setCustomUserClaims(uid, { ...customClaims, role })),
      );
      given += some.length;
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return given;
}
