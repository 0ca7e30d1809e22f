/** What a mail's link brought back in the fragment or the query of the page it leads to. */
export type LinkAnswer =
  | { readonly kind: "tokens"; readonly accessToken: string; readonly type: string }
  | { readonly kind: "hash"; readonly tokenHash: string; readonly type: string }
  | { readonly kind: "refused"; readonly code: string; readonly description: string; readonly requestId: string }
  /** The first of two links that a change of address needs. */
  | { readonly kind: "half" }
  | { readonly kind: "nothing" };

/**
 * Reads the answer of the sign-in service. Fragment before query: the service sends tokens and errors in the
 * fragment, which no server and no log sees.
 *
 * @param address - query and fragment as `location` gives them
 */
export function readLinkAnswer(address: { readonly search: string; readonly hash: string }): LinkAnswer {
  const query = new URLSearchParams(address.search);
  const given = new URLSearchParams([...query, ...new URLSearchParams(address.hash.replace(/^#/, ""))]);
  const last = (name: string) => given.getAll(name).at(-1) ?? "";

  // A provider's own refusal has no code of ours.
  const own = last("error_code");
  const code = own === "" || own === "unknown" ? last("error") || own : own;
  if (code !== "")
    return { kind: "refused", code, description: last("error_description"), requestId: last("request_id") };
  const type = last("type");
  if (last("access_token") !== "") return { kind: "tokens", accessToken: last("access_token"), type };
  if (query.has("token_hash")) return { kind: "hash", tokenHash: query.get("token_hash") ?? "", type };
  // Whoever asked keeps what this has to be redeemed with; no page of ours does.
  if (query.has("code")) return { kind: "refused", code: "link_elsewhere", description: "", requestId: "" };
  // The service says so in words of its own; whoever makes up a link could write others.
  return { kind: last("message") === "" ? "nothing" : "half" };
}
