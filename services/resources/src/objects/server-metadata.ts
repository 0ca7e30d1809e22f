/** Label that holds the number by which old playlists name a dashboard. */
export const INTERNAL_ID_LABEL = "vedette.app/deprecatedInternalID";

/** Annotations with a meaning. */
export const ANNOTATIONS = {
  createdBy: "vedette.app/createdBy",
  updatedBy: "vedette.app/updatedBy",
  updatedTimestamp: "vedette.app/updatedTimestamp",
  folder: "vedette.app/folder",
  message: "vedette.app/message",
} as const;

const SERVER_LABELS: ReadonlySet<string> = new Set([INTERNAL_ID_LABEL]);
const SERVER_ANNOTATIONS: ReadonlySet<string> = new Set([
  ANNOTATIONS.createdBy,
  ANNOTATIONS.updatedBy,
  ANNOTATIONS.updatedTimestamp,
]);

type StringMap = Readonly<Record<string, string>>;

/** The labels that a client may set; whatever it sends for the others is ignored. */
export function ownLabels(labels: StringMap): StringMap {
  return without(labels, SERVER_LABELS);
}

/** The annotations that a client may set; whatever it sends for the others is ignored. */
export function ownAnnotations(annotations: StringMap): StringMap {
  return without(annotations, SERVER_ANNOTATIONS);
}

function without(map: StringMap, names: ReadonlySet<string>): StringMap {
  return Object.fromEntries(Object.entries(map).filter(([name]) => !names.has(name)));
}
