/** What happened at no single dashboard has none. */
export const ANNOTATIONS_EVERYWHERE = `
alter table vedette.annotations alter column dashboard_uid drop not null;
create index annotations_everywhere on vedette.annotations (begins_at) where dashboard_uid is null;
`;
