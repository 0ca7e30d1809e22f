import type { Metadata } from "../identity-tables.ts";

/** The name by which a directory and the company's provider of single sign-on know the same person. */
export function directorySubject(userName: string): string {
  return userName.includes("@") ? userName.toLowerCase() : userName;
}

/** Whether a provider is told which claim names people; the one of its own is nothing that a directory knows. */
export function namesItsSubject({ sub }: Metadata): boolean {
  return typeof sub === "string" || Array.isArray(sub);
}
