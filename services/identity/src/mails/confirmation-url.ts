/** What a link in a mail is for. */
export type LinkType = "signup" | "invite" | "recovery" | "magiclink" | "email_change";

/**
 * The link that a mail carries. It begins with the configured address of this service, never with a host that a
 * request named.
 */
export function confirmationUrl(
  externalUrl: string,
  { tokenHash, type, redirectTo }: { tokenHash: string; type: LinkType; redirectTo: string },
): string {
  // Plain addresses stay readable; any other sign could end the parameter or be decoded once too often.
  const target = /^[A-Za-z0-9:/?._~-]*$/.test(redirectTo) ? redirectTo : encodeURIComponent(redirectTo);
  return `${externalUrl}/verify?token=${tokenHash}&type=${type}&redirect_to=${target}`;
}
