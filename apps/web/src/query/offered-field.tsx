import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NameField } from "../control/name-field.tsx";
import { namesQuery } from "./names-query.ts";

interface OfferedFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Where what is offered comes from; asked once somebody types here. */
  readonly names: Parameters<typeof namesQuery>[0];
  readonly error?: string | undefined;
}

/** A field for a name that a data source knows, or for another one. */
export function OfferedField({ names, ...field }: OfferedFieldProps) {
  const [isUsed, setUsed] = useState(false);
  const { data = [] } = useQuery({ ...namesQuery(names), enabled: isUsed });
  return <NameField {...field} offered={data} onFocus={() => setUsed(true)} />;
}
