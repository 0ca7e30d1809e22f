"use client";
import { EllipsisIcon } from "../link/icons.tsx";
import { LONGEST_LIST } from "./nav-items.ts";

interface PageGapProps {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onChoose: (page: number) => void;
}

/** Pages without a button of their own: a list to choose from, or a field for a number where the list would be long. */
export function PageGap({ from, to, label, isDisabled, onChoose }: PageGapProps) {
  if (isDisabled) {
    return (
      <span className="vu-nav-item">
        <EllipsisIcon />
        <span className="vu-hidden">
          {from}–{to}
        </span>
      </span>
    );
  }
  const choose = (field: HTMLInputElement | HTMLSelectElement) => {
    const page = Number(field.value);
    if (!Number.isInteger(page) || page < from || page > to) {
      // Who leaves the field is not held in it.
      if (field.matches(":focus")) field.reportValidity();
      return;
    }
    // The field may stay, for the pages after the chosen one.
    field.value = "";
    onChoose(page);
  };
  const name = `${label} ${from}–${to}`;
  if (to - from >= LONGEST_LIST) {
    return (
      <input
        type="number"
        className="vu-nav-item vu-nav-number"
        aria-label={name}
        placeholder="…"
        min={from}
        max={to}
        onKeyDown={({ key, currentTarget }) => key === "Enter" && choose(currentTarget)}
        onBlur={({ currentTarget }) => choose(currentTarget)}
      />
    );
  }
  return (
    <select className="vu-nav-item vu-nav-gap" aria-label={name} value="" onChange={({ target }) => choose(target)}>
      <option value="" hidden>
        …
      </option>
      {Array.from({ length: to - from + 1 }, (_, at) => from + at).map((page) => (
        <option key={page} value={page}>
          {page}
        </option>
      ))}
    </select>
  );
}
