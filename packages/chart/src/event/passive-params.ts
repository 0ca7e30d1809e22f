/** What a passive handler gets: the same, but stopping the event or keeping the browser from its default does nothing. */
export function passiveParams(params: unknown): unknown {
  const event = memberOf(params, "event");
  if (event === undefined) return params;
  const domEvent = memberOf(event, "event");
  const quiet = Object.create(event, {
    stop: { value: () => undefined },
    ...(domEvent === undefined ? {} : { event: { value: withoutPrevention(domEvent), enumerable: true } }),
  });
  return { ...Object(params), event: quiet };
}

/** The DOM event itself, with its own values: these can be read from itself only. */
function withoutPrevention(event: object): object {
  return new Proxy(event, {
    get(target, name) {
      if (name === "preventDefault") return () => undefined;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function memberOf(value: unknown, name: string): object | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const member: unknown = Reflect.get(value, name);
  return typeof member === "object" && member !== null ? member : undefined;
}
