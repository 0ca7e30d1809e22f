/** From where a token was used last. */
export const TOKEN_USES = `
alter table vedette.service_tokens add column last_used_from text not null default '';
`;
