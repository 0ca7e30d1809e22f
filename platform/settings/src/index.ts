export { declareSettings, type SettingDeclaration, type SettingsOf, type SettingTable } from "./declare.ts";
export { type SettingFault, SettingsError } from "./errors.ts";
export {
  type ConfigurableSetting,
  loadSettings,
  type SettingSource,
  type SettingSources,
  type Settings,
  settingsFrom,
} from "./load.ts";
