/** All that the server tells of a secret; `null` for one that was set before it kept that, and where there is none. */
export interface SecretAuthor {
  readonly secret_set_at: string | null;
  readonly secret_set_by: string | null;
}
