import type { Catalogue, Family, MetricName } from "./catalogue.ts";
import type { TagName, TagValue } from "./tags.ts";

/** The metrics of one kind that a family emits. */
export type MetricNameOf<F extends Family, Type extends "counter" | "gauge" | "histogram"> = {
  [Name in MetricName]: Catalogue[Name]["type"] extends Type
    ? F extends Catalogue[Name]["families"][number]
      ? Name
      : never
    : never;
}[MetricName];

/** Exactly the tags of a metric, with their values. */
export type TagsOf<F extends Family, Name extends MetricName> = {
  readonly [Tag in TagNameOf<F, Catalogue[Name]["tags"]>]: TagValue<Tag>;
};

type TagNameOf<F extends Family, Tags> = Tags extends readonly (infer Tag extends TagName)[]
  ? Tag
  : Tags extends Readonly<Record<F, readonly (infer Tag extends TagName)[]>>
    ? Tag
    : never;
