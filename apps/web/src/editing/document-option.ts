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
    | { readonly as: "lines" }
    /** Texts with commas between. */
    | { readonly as: "list"; readonly hint?: string }
    | { readonly as: "number"; readonly min?: number; readonly max?: number }
    | { readonly as: "switch"; readonly isOnUnlessSaid?: boolean }
    /** `isList`: the document has a list of one. `isNumber`: it has a number. */
    | {
        readonly as: "choice";
        readonly choices: readonly Choice[];
        readonly isList?: boolean;
        readonly isNumber?: boolean;
      };
}
