/** A part of an answer, at any depth, that is always there. What a list has in it is what each of its rows is like. */
export type Like<Answer> = Answer extends readonly (infer Row)[]
  ? readonly [] | readonly [Like<Row>]
  : Answer extends object
    ? { readonly [Field in keyof Answer]?: LikeField<Answer[Field]> } | Every<Like<Answer[keyof Answer]>>
    : Answer;

/** Of a field that may be absent or `null`, nothing but `maybe` holds for all answers. */
type LikeField<Value> = unknown extends Value
  ? Value
  : undefined extends Value
    ? Maybe<Like<NonNullable<Value>>>
    : null extends Value
      ? Maybe<Like<NonNullable<Value>>>
      : Like<Value>;

const MAYBE = Symbol("maybe");
const EVERY = Symbol("every");

interface Maybe<Part> {
  readonly [MAYBE]: Part;
}

interface Every<Part> {
  readonly [EVERY]: Part;
}

/** What a field is like where it is neither absent nor `null`. */
export function maybe<const Part>(part: Part): Maybe<Part> {
  return { [MAYBE]: part };
}

/** What every field of an object is like, however they are called. */
export function every<const Part>(part: Part): Every<Part> {
  return { [EVERY]: part };
}

/** Whether a value is of the same kind as another, and each field and row of it that the other says something of, too. */
export function isLike(value: unknown, like: unknown): boolean {
  if (typeof like !== "object" || like === null) return typeof value === typeof like;
  if (MAYBE in like) return value === undefined || value === null || isLike(value, like[MAYBE]);
  if (typeof value !== "object" || value === null || Array.isArray(value) !== Array.isArray(like)) return false;
  if (EVERY in like) return Object.values(value).every((part) => isLike(part, like[EVERY]));
  if (Array.isArray(value)) return Object.values(like).every((row) => value.every((one) => isLike(one, row)));
  return Object.entries(like).every(([name, part]) => isLike(Reflect.get(value, name), part));
}
