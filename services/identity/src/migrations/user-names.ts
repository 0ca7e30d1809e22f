/** Names that people type instead of their address. They are nobody's identity: nothing is linked by them. */
export const USER_NAMES = /* sql */ `
create table vedette.user_names (
  user_id uuid not null primary key references auth.users (id) on delete cascade,
  name text not null constraint user_names_name_key unique
);
`;
