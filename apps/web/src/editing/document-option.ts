export interface Choice {
  readonly id: string;
  readonly label: string;
}

/** Something of a document that people choose, and where it stands. */
export interface DocumentOption {
  readonly label: string;
  readonly path: readonly string[];
  readonly control: /** `example`: shown where nothing is written. */
    | { readonly as: "text"; readonly hint?: string; readonly example?: string }
    /** The name of a field of the panel's data, or another one. */
    | { readonly as: "field"; readonly example?: string }
    /** A column of the panel's data and which of its ends is first, as a list of one. */
    | { readonly as: "order" }
    /** `rows`: how many are seen. */
    | { readonly as: "lines"; readonly rows?: number }
    /** The id of a unit, or another text that stands behind the numbers. */
    | { readonly as: "unit" }
    /** A colour by its name, or one of one's own. `isOptional`: there may be none. */
    | { readonly as: "color"; readonly isOptional?: boolean }
    /** Texts with commas between. */
    | { readonly as: "list"; readonly hint?: string }
    | { readonly as: "number"; readonly min?: number; readonly max?: number }
    /** Any number of them, as a list in their order. */
    | { readonly as: "several"; readonly choices: readonly Choice[] }
    | { readonly as: "switch"; readonly isOnUnlessSaid?: boolean }
    /** `isList`: the document has a list of one. `isNumber`: it has a number. */
    | {
        readonly as: "choice";
        readonly choices: readonly Choice[];
        readonly isList?: boolean;
        readonly isNumber?: boolean;
      };
}

type Control = DocumentOption["control"];

/** Whether an option is chosen from some that are named. */
export function hasChoices(control: Control): control is Control & { readonly choices: readonly Choice[] } {
  return control.as === "choice" || control.as === "several";
}
