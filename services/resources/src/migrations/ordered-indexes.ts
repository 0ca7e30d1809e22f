/**
 * A folder's objects in the order of their names, and objects in the order of their titles: a page is read as it stands
 * there. Without it a reader of one folder of a hundred waited eight times as long as an administrator. Titles have no limit,
 * what an index holds of them has.
 */
export const ORDERED_INDEXES = `
drop index vedette.object_versions_folder;
create index object_versions_folder on vedette.object_versions (namespace, folder, resource, name)
  where superseded_by is null and not is_deleted;
create index object_versions_titles on vedette.object_versions (namespace, resource, left(lower(title), 200), name)
  where superseded_by is null and not is_deleted;
`;
