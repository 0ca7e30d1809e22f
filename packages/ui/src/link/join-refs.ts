import type { ReactElement, Ref } from "react";

/** The ref that somebody gave an element: React 18 keeps it beside the props, React 19 among them. */
export function refOf<Node>(element: ReactElement<{ readonly ref?: Ref<Node> }>): Ref<Node> | undefined {
  // React 19 warns of a look beside the props, so its accessor there is not called.
  const beside: Ref<Node> | undefined = Object.getOwnPropertyDescriptor(element, "ref")?.value;
  return beside ?? element.props.ref;
}

/** A ref that tells both of the same node. */
export function joinRefs<Node>(one: Ref<Node>, other: Ref<Node> | undefined): Ref<Node> {
  if (one === null || other === null || other === undefined) return one ?? other ?? null;
  return (node) => {
    for (const ref of [one, other]) {
      if (typeof ref === "function") ref(node);
      else ref.current = node;
    }
  };
}
