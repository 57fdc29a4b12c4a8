import { MESSAGES } from "../messages.ts";

interface Named {
  /** Username; null once the account is closed. */
  readonly name: string | null;
  /** May be empty. */
  readonly fullName: string;
}

/** The name to show: the full name, or else the username. */
export const getDisplayName = ({ name, fullName }: Named): string =>
  name === null ? MESSAGES.deletedUser : fullName || name;

/** The username to show beside a full name, since full names aren't unique; null where the username is shown alone. */
export const getHandle = ({ name, fullName }: Named): string | null =>
  name === null || !fullName || fullName === name ? null : `@${name}`;

/** The full name and the username in a line of plain text. */
export function formatNameWithHandle(person: Named): string {
  const handle = getHandle(person);
  return getDisplayName(person) + (handle ? ` (${handle})` : "");
}
