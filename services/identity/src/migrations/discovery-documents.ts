/** What OpenID providers publish of themselves, as it was read last. All processes share it. */
export const DISCOVERY_DOCUMENTS = /* sql */ `
create table vedette.discovery_documents (
  source text not null primary key,
  -- JSON.
  document text not null,
  read_at timestamptz not null
);
`;
