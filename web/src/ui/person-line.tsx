import { chakra } from "@chakra-ui/react";
import { MESSAGES } from "#shared/messages.ts";
import type { Person } from "#shared/model/account.ts";
import { NameLink } from "./name-link.tsx";
import { profilePath } from "./profile-path.ts";

/** Leads to someone's page; an account that is gone leaves a name that says so. */
export function PersonName({ person: { name } }: { readonly person: Person }) {
  if (name === null) return <chakra.span color="fg.muted">{MESSAGES.deletedUser}</chakra.span>;
  return <NameLink to={profilePath(name)}>{name}</NameLink>;
}
