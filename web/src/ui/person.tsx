import { chakra } from "@chakra-ui/react";
import type { Person } from "#shared/model/account.ts";
import { formatNameWithHandle, getDisplayName, getHandle } from "#shared/rules/person-name.ts";
import { Avatar } from "./avatar.tsx";
import { NameLink } from "./name-link.tsx";
import { profilePath } from "./site-link.tsx";

type Named = Pick<Person, "name" | "fullName">;

/** Attributes of an element with only a person's name: `dir` isolates its direction and truncates it at its own end. */
export const nameAttributes = (person: Named) => ({ dir: "auto", title: formatNameWithHandle(person) }) as const;

interface PersonNameProps {
  readonly person: Named;
  /** Shows the username beside the full name. */
  readonly showsHandle?: boolean;
}

/** The username beside a full name, if there is one. */
function Handle({ person }: { readonly person: Named }) {
  const handle = getHandle(person);
  if (!handle) return null;
  return (
    <>
      {" "}
      <chakra.span color="fg.muted" fontWeight="normal" overflowWrap="anywhere">
        {handle}
      </chakra.span>
    </>
  );
}

/** A person's name within a text, isolated from the text's direction. */
export const PersonText = ({ person, showsHandle }: PersonNameProps) => (
  <>
    <bdi>{getDisplayName(person)}</bdi>
    {showsHandle && <Handle person={person} />}
  </>
);

/** A link to a person's profile; a deleted account shows a text instead. */
export function PersonName({ person, showsHandle }: PersonNameProps) {
  if (person.name === null) return <chakra.span color="fg.muted">{getDisplayName(person)}</chakra.span>;
  return (
    <>
      <NameLink to={profilePath(person.name)} {...nameAttributes(person)}>
        {getDisplayName(person)}
      </NameLink>
      {showsHandle && <Handle person={person} />}
    </>
  );
}

interface PersonAvatarProps {
  readonly person: Omit<Person, "id">;
  /** CSS length. */
  readonly size?: string;
}

/** A person's picture, or the initial of their name. */
export const PersonAvatar = ({ person, ...size }: PersonAvatarProps) => (
  <Avatar src={person.avatar} name={person.name === null ? "" : getDisplayName(person)} {...size} />
);
