import { accessTexts } from "./access.ts";
import { annotateTexts } from "./annotate.ts";
import { auditTexts } from "./audit.ts";
import { builderTexts } from "./builder.ts";
import { componentsTexts } from "./components.ts";
import { foldersTexts } from "./folders.ts";
import { guidesTexts } from "./guides.ts";
import { identityProvidersTexts } from "./identity-providers.ts";
import { panelOptionsTexts } from "./panel-options.ts";
import { peopleTexts } from "./people.ts";
import { playlistItemTexts } from "./playlist-item.ts";
import { playlistsTexts } from "./playlists.ts";
import { setUpStepsTexts } from "./set-up-steps.ts";
import { settingsTexts } from "./settings.ts";
import { snapshotsTexts } from "./snapshots.ts";
import { wallsTexts } from "./walls.ts";
import { workersTexts } from "./workers.ts";

/** The German texts of pages that few open, by the place where the English ones stand. */
export const GERMAN_LATER = {
  access: accessTexts,
  annotate: annotateTexts,
  audit: auditTexts,
  builder: builderTexts,
  components: componentsTexts,
  folders: foldersTexts,
  guides: guidesTexts,
  identityProviders: identityProvidersTexts,
  panelOptions: panelOptionsTexts,
  people: peopleTexts,
  playlistItem: playlistItemTexts,
  playlists: playlistsTexts,
  settings: settingsTexts,
  setUpSteps: setUpStepsTexts,
  snapshots: snapshotsTexts,
  walls: wallsTexts,
  workers: workersTexts,
} as const;
