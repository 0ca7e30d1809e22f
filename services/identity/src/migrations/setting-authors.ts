/** Who changed a setting last; empty for what was changed before this was kept. */
export const SETTING_AUTHORS = /* sql */ `
alter table vedette.settings add column updated_by text not null default '';
`;
