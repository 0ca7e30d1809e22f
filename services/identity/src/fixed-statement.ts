import { type CompiledQuery, createQueryId, type RawBuilder, sql } from "kysely";

/** Where a value goes that comes with each asking. */
class Place<Name extends string> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}

/** Makes a place of a statement. */
export type PlaceOf<Name extends string> = <Type>(name: Name) => RawBuilder<Type>;

/** A statement that is asked often and was put together once. */
export interface FixedStatement<Row, Name extends string> {
  /** The statement with the values of one asking. */
  with(values: Readonly<Record<Name, unknown>>): CompiledQuery<Row>;
}

/**
 * Puts a statement together once: for short ones that takes longer than the question itself. Only what stands at its
 * places changes.
 *
 * @throws TypeError when a value stands outside of a place: it would be the same for everybody
 */
export function fixStatement<Row, Name extends string>(
  build: (at: PlaceOf<Name>) => CompiledQuery<Row>,
): FixedStatement<Row, Name> {
  const compiled = build(<Type>(name: Name) => sql<Type>`${new Place(name)}`);
  const names = compiled.parameters.map((parameter) => {
    // Only `build` makes places, and with these names.
    if (parameter instanceof Place) return parameter.name as Name;
    throw new TypeError("A value stands outside of a place");
  });
  return {
    with: (values) => ({ ...compiled, queryId: createQueryId(), parameters: names.map((name) => values[name]) }),
  };
}
