/** The public keys of other issuers, as they were read last. All processes share them. */
export const THIRD_PARTY_KEYS = /* sql */ `
create table vedette.third_party_key_sets (
  source text not null primary key,
  jwks jsonb not null,
  read_at timestamptz not null
);
`;
