/** What came back on a call of a hook: the status over HTTP, and as much of the answer as is safe to keep. */
export const HOOK_ANSWERS = /* sql */ `
alter table vedette.hook_calls
  add column status smallint,
  add column answer text not null default '';
`;
