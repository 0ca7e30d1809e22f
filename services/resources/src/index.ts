export { hasAdministrator } from "./access/memberships.ts";
export { RESOURCE_ERRORS, ResourceError, type ResourceErrorCode } from "./errors.ts";
export { resourceMigrations } from "./migrations.ts";
export { openResources, type ResourcesOptions } from "./open-resources.ts";
export { resourceRoutes } from "./resource-routes.ts";
export type { Build, Resources } from "./resources.ts";
export { type ResourceSettings, resourceSettings } from "./settings.ts";
export { issueSetupLink } from "./setup/link.ts";
export { identifyReader } from "./walls/identify-reader.ts";
