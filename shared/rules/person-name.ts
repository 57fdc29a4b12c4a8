import { MESSAGES } from "../messages.ts";

interface Named {
  /** Username; null once the account is gone. */
  readonly name: string | null;
  /** Empty where there is none. */
  readonly fullName: string;
}

/** The name that a person is shown by: their full name, else their username. */
export const displayName = ({ name, fullName }: Named): string =>
  name === null ? MESSAGES.deletedUser : fullName || name;

/** The username to stand beside a full name, which anyone may take; null where the name shown is the username. */
export const getHandle = ({ name, fullName }: Named): string | null =>
  name === null || !fullName || fullName === name ? null : `@${name}`;

/** Both in a line of plain text. */
export function nameWithHandle(person: Named): string {
  const handle = getHandle(person);
  return displayName(person) + (handle ? ` (${handle})` : "");
}
