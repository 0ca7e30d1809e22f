/** One thing that is wrong with what the operator wrote. */
export interface SettingFault {
  /** Where it stands: the file or an environment variable. */
  readonly origin: "file" | "environment";
  /** A sentence that names the key or variable, what it holds (never a secret) and what is allowed. */
  readonly message: string;
}

/** The settings cannot be used. Every fault is listed, so that one look mends all of them. */
export class SettingsError extends Error {
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    super(faults.map((fault) => fault.message).join("; "));
    this.name = "SettingsError";
    this.faults = faults;
  }
}
