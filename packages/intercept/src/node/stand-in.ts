interface StandIn {
  readonly before: unknown;
  isOver: boolean;
}

const standInByValue = new WeakMap<object, StandIn>();

/**
 * Puts a value in the place of another one.
 *
 * @returns puts back what was there. While somebody else's value stands there it stays, and ours with it as what they
 *   build on; it goes as soon as one of ours comes to light again
 */
export function standIn(owner: object, key: PropertyKey, value: object): () => void {
  const own: StandIn = { before: Reflect.get(owner, key), isOver: false };
  standInByValue.set(value, own);
  Reflect.set(owner, key, value);
  return () => {
    own.isOver = true;
    for (let top = find(owner, key); top?.isOver; top = find(owner, key)) Reflect.set(owner, key, top.before);
  };
}

/** Whether a value of ours stands there, or below what others have put on top of it. */
export function isStandingIn(owner: object, key: PropertyKey, value: object): boolean {
  let top: unknown = Reflect.get(owner, key);
  while (top !== value) {
    const above = standInByValue.get(Object(top));
    if (above === undefined) return false;
    top = above.before;
  }
  return true;
}

function find(owner: object, key: PropertyKey): StandIn | undefined {
  return standInByValue.get(Object(Reflect.get(owner, key)));
}
