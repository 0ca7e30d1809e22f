/** What a token is narrowed to; tokens of before, and those without, may all that their account may. */
export const TOKEN_PERMISSIONS = `
alter table vedette.service_tokens add column permissions jsonb;
`;
