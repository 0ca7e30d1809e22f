import { type ComponentType, useLayoutEffect, useState } from "react";

/**
 * A component whose code is fetched when it is drawn first, with something in its place until then. It appears as soon as its
 * code is there; what `Suspense` reveals waits until 300 ms after the last thing that stood in for another.
 */
export function whenLoaded<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function WhenLoaded(props: Props) {
    const [Shown, show] = useState(() => loaded);
    const isThere = Shown !== undefined;
    useLayoutEffect(() => {
      if (isThere) return;
      let isWanted = true;
      const take = (component: ComponentType<Props>) => {
        loaded = component;
        if (isWanted) show(() => component);
      };
      const fail = (error: unknown) => {
        // Thrown while React draws, it reaches the boundary around.
        if (isWanted)
          show(() => {
            throw error;
          });
      };
      load().then(take, fail);
      return () => {
        isWanted = false;
      };
    }, [isThere]);
    return Shown === undefined ? <Meanwhile {...props} /> : <Shown {...props} />;
  };
}
