let commonest: Promise<ReadonlySet<string>> | undefined;

/**
 * Whether a password is among the 49,233 that turn up most often in breaches. The list comes with the program: nobody
 * outside is asked, not even with a part of a hash.
 */
export async function isBreached(password: string): Promise<boolean> {
  // Loaded with the first question: most installations never ask.
  commonest ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return (await commonest).has(password.toLowerCase());
}
