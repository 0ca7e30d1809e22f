import { isAllowedSize } from "./limits.ts";
import { bitmapRepresentation, dipSize, type Representation, type Size } from "./representation.ts";
import type { ResizeQuality } from "./resize-bitmap.ts";

/** What an image holds. Sets never change, so derived images do not see what is added to the original. */
export interface RepresentationSet {
  /** The scales in the order in which they were added. */
  scaleFactors(): readonly number[];
  /** The representation for a scale, or the closest. */
  at(scaleFactor: number): Representation | undefined;
  /** Density-independent size of the image: that of its first representation. */
  size(): Size | undefined;
  /** Density-independent size at a scale. */
  sizeAt(scaleFactor: number): Size | undefined;
}

export function setOf(representations: readonly Representation[]): RepresentationSet {
  let sound: readonly Representation[] | undefined;
  const list = (): readonly Representation[] => {
    sound ??= representations.filter((representation) => representation.bitmap() !== undefined);
    return sound;
  };
  return {
    scaleFactors: () => list().map(({ scaleFactor }) => scaleFactor),
    at: (scaleFactor) => closest(list(), scaleFactor),
    size: () => sizeOf(list()[0]),
    sizeAt: (scaleFactor) => sizeOf(closest(list(), scaleFactor)),
  };
}

/**
 * A picture that came alone and whose data may still turn out to be damaged. Nothing is decoded before somebody looks,
 * so that a picture that is only made smaller is never decoded in full.
 */
export function setOfOne(representation: Representation): RepresentationSet {
  return {
    scaleFactors: () => (representation.bitmap() === undefined ? [] : [representation.scaleFactor]),
    at: () => representation,
    size: () => dipSize(representation),
    sizeAt: () => dipSize(representation),
  };
}

/** Both sets; where they have the same scale, the first one's representation counts. */
export function joined(first: RepresentationSet, added: Representation): RepresentationSet {
  const known = first.scaleFactors();
  if (known.length === 0) return setOf([added]);
  const scales = [...known, added.scaleFactor];
  const isKnown = known.includes(added.scaleFactor);
  const isAdded = (scaleFactor: number): boolean => !isKnown && closestScale(scales, scaleFactor) === added.scaleFactor;
  return {
    scaleFactors: () => scales,
    at: (scaleFactor) => (isAdded(scaleFactor) ? added : first.at(scaleFactor)),
    size: () => first.size(),
    sizeAt: (scaleFactor) => (isAdded(scaleFactor) ? dipSize(added) : first.sizeAt(scaleFactor)),
  };
}

export interface ResizeTarget extends Size {
  readonly quality: ResizeQuality;
}

/** Drawings kept for scales nobody announced. */
const MOST_KEPT = 8;

/** Every scale is made from the source's closest representation when somebody asks for it. */
export function resizedSet(source: RepresentationSet, target: ResizeTarget): RepresentationSet {
  const made = new Map<number, Representation>();
  const at = (scaleFactor: number): Representation | undefined => {
    const known = made.get(scaleFactor);
    if (known !== undefined) return known;
    const representation = resizeFor(source, target, scaleFactor);
    if (made.size >= MOST_KEPT) made.clear();
    if (representation !== undefined) made.set(scaleFactor, representation);
    return representation;
  };
  const size = (): Size => ({ width: target.width, height: target.height });
  return { scaleFactors: () => source.scaleFactors(), at, size, sizeAt: size };
}

function resizeFor(source: RepresentationSet, target: ResizeTarget, scaleFactor: number): Representation | undefined {
  const from = source.at(scaleFactor);
  if (from === undefined) return undefined;
  const width = Math.max(1, Math.ceil(target.width * scaleFactor));
  const height = Math.max(1, Math.ceil(target.height * scaleFactor));
  const size = dipSize(from);
  const isThatSize = size.width === target.width && size.height === target.height;
  if (isThatSize || !isAllowedSize(width, height)) return from;
  const bitmap = from.resized(width, height, target.quality);
  return bitmap === undefined ? undefined : bitmapRepresentation(bitmap, scaleFactor);
}

function sizeOf(representation: Representation | undefined): Size | undefined {
  return representation === undefined ? undefined : dipSize(representation);
}

/** The first of equal distance wins. */
function closest(list: readonly Representation[], scaleFactor: number): Representation | undefined {
  const scale = closestScale(
    list.map((representation) => representation.scaleFactor),
    scaleFactor,
  );
  return list.find((representation) => representation.scaleFactor === scale);
}

function closestScale(scales: readonly number[], wanted: number): number | undefined {
  return scales.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0];
}
