import type { Migration } from "@vedette/database";
import { deliveryMigrations } from "@vedette/delivery";
import { identityMigrations } from "@vedette/identity";
import { resourceMigrations } from "@vedette/resources";
import { exchangeMigrations } from "./ui/sign-in/stored-exchanges.ts";

/** All migrations of the house, in the order in which they are applied. */
export const MIGRATIONS: readonly Migration[] = [
  ...deliveryMigrations,
  ...identityMigrations,
  ...resourceMigrations,
  ...exchangeMigrations,
];
