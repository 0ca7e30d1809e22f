/**
 * What dashboards are searched by: their panels' titles as they were written, and all of it in small letters. Dashboards
 * of before have neither until somebody has read them; the index finds those, and is empty afterwards.
 */
export const SEARCH_TEXTS = `
alter table vedette.object_versions add column panel_titles text, add column searched text;
create index object_versions_unsearched on vedette.object_versions (resource_version)
  where searched is null and superseded_by is null and not is_deleted and resource = 'dashboards';
`;
