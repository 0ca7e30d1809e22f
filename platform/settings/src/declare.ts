import type { Static, TSchema } from "typebox";

/** Another key of the file that says the same in other words, as files of the reference service have it. */
interface OtherWords {
  readonly key: string;
  /**
   * Makes the value of what was written there; what it cannot read it gives back as it is, to be refused. `undefined`
   * where that says nothing of this setting.
   */
  readonly read: (written: unknown) => unknown;
}

/** One setting: where it can be written, what it may hold, what it means. */
export interface SettingDeclaration<Type extends TSchema = TSchema> {
  /** Name of the environment variable. */
  readonly env: `VEDETTE_${string}`;
  /** Another variable that existing deployments set for the same. Both at once are refused, unless they agree. */
  readonly envAlike?: `VEDETTE_${string}`;
  readonly alike?: readonly OtherWords[];
  /** Makes the value of what the file says, where it may stand there in a form of its own. */
  readonly fromFile?: (written: unknown) => unknown;
  /** Sections of the file that are one item of this list each: all below a prefix that no other setting names. */
  readonly sections?: {
    /** With its point at the end. */
    readonly below: string;
    /** Makes the item; `undefined` for none. */
    readonly read: (name: string, section: Readonly<Record<string, unknown>>) => unknown;
  };
  /** Name in the body of the configuration endpoint, where the setting can be changed there. */
  readonly field?: string;
  /** Kind and limits. Text, numbers and booleans are read from the environment as such, lists by commas, the rest as JSON. */
  readonly type: Type;
  /** What may stand there, in words, where the schema would say it in signs only. */
  readonly allowed?: string;
  readonly default: Static<Type>;
  /** One line for the reference page; says the unit where there is one. */
  readonly doc: string;
  /** The requirement it comes from, e.g. `spec 1, Limits`. */
  readonly source?: string;
  /** Never shown, logged or answered; can also be read from the file that `<env>_FILE` names. */
  readonly secret?: true;
}

/** Settings by their key in `vedette.toml`, e.g. `auth.email.otp_expiry`. */
export type SettingTable = Readonly<Record<string, SettingDeclaration>>;

/** The values of a table. Reading a property gives the value that is in force now. */
export type SettingsOf<Table extends SettingTable> = {
  readonly [Key in keyof Table]: Static<Table[Key]["type"]>;
};

/** Declares settings; the loader, the reference page and the tests read what this returns. */
export function declareSettings<const Types extends Record<string, TSchema>>(
  table: {
    readonly [Key in keyof Types]: SettingDeclaration<Types[Key]>;
  },
): { readonly [Key in keyof Types]: SettingDeclaration<Types[Key]> } {
  return table;
}
