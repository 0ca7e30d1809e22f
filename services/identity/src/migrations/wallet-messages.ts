/** Signed messages of wallets that were used, by hash; none is taken twice while it could be. */
export const WALLET_MESSAGES = /* sql */ `
create table vedette.wallet_messages (
  key bytea not null primary key,
  expires_at timestamptz not null
);
create index wallet_messages_expires_at_idx on vedette.wallet_messages (expires_at);
`;
