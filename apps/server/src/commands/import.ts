import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { databaseSettings } from "@vedette/database";
import { httpSettings } from "@vedette/http";
import { readKeysFile } from "../api-keys.ts";
import { say } from "../console.ts";
import { readSettings } from "../operator-file.ts";
import { publicUrlOf } from "../public-url.ts";
import { CommandError } from "../start-failure.ts";

interface ImportOptions {
  readonly files: readonly string[];
  readonly server: string;
  readonly token: string;
  readonly dataSource: string | undefined;
}
