import { MESSAGES } from "#shared/messages.ts";

/** Everything that closing an account does, each in one sentence. */
export const CONSEQUENCES = [
  "You are logged out on every device and can't log in again.",
  "Your profile and your artwork disappear from the site at once.",
  "Files that nobody bought are deleted. What was bought stays with its buyers, along with orders and licenses.",
  `Your comments and reviews stay, signed “${MESSAGES.deletedUser}”.`,
  "Your username is retired: nobody can ever take it again, not even you. Your email address becomes free.",
] as const;
