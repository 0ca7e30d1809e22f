/**
 * Which browser started a session, and whether a user signed in to a browser session interactively. Browser sessions from
 * before do not say how they were opened, so they count as opened with an access token.
 */
export const INTERACTIVE_SESSIONS = /* sql */ `
-- SHA-256 of the browser's cookie; null for sessions that other clients started.
alter table vedette.session_providers add column browser_hash bytea;

alter table vedette.browser_sessions add column is_interactive boolean not null default false;
alter table vedette.remembered_browsers add column is_interactive boolean not null default false;
`;
