import { chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { PublicUser } from "#shared/model/account.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import type { Pages } from "#web/api/use-read.ts";
import { countLabel } from "#web/ui/labels.ts";
import { LoadMore } from "#web/ui/load-more.tsx";
import { nameAttributes, PersonAvatar } from "#web/ui/person.tsx";
import { profilePath } from "#web/ui/site-link.tsx";
import { SkeletonBlocks } from "#web/ui/skeletons.tsx";
import { FailedList } from "./failed-list.tsx";

const List = chakra("ul", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "1fr", md: "1fr 1fr", xl: "repeat(3, 1fr)", "2xl": "repeat(4, 1fr)" },
    gap: { base: "3", md: "4" },
    listStyle: "none",
  },
});

const Row = chakra(Link, {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "4",
    height: "full",
    padding: "4",
    borderRadius: "l3",
    background: "bg.subtle",
    transition: "background 120ms",
    _hover: { background: "bg.muted" },
    focusVisibleRing: "outside",
  },
});

const Line = chakra("span", { base: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } });

export function UserRow({ user }: { readonly user: PublicUser }) {
  return (
    <Row to={profilePath(user.name)}>
      <PersonAvatar person={user} size="3.5rem" />
      <chakra.span display="grid" minWidth="0">
        <Line fontWeight="semibold" justifySelf="start" maxWidth="full" {...nameAttributes(user)}>
          {getDisplayName(user)}
        </Line>
        <Line textStyle="sm" color="fg.muted">
          @{user.name} · {countLabel(user.artwork, "artwork")}
        </Line>
      </chakra.span>
    </Row>
  );
}

function UserSkeletons() {
  return (
    <List role="status" aria-label="Loading" as="div">
      <SkeletonBlocks count={6} />
    </List>
  );
}

interface UserListProps {
  readonly pages: Pages<PublicUser>;
  readonly label: string;
  /** Shown when the list is empty. */
  readonly whenEmpty: ReactNode;
}

/** A list of users in each of its states: loading, failed, empty, and shown with more to load. */
export function UserList({ pages, label, whenEmpty }: UserListProps) {
  const { items, error, isLoading, reload } = pages;
  if (!items.length && error) return <FailedList error={error} onRetry={reload} />;
  if (!items.length && isLoading) return <UserSkeletons />;
  if (!items.length && !pages.hasMore) return whenEmpty;
  return (
    <chakra.section aria-label={label} paddingBottom="12">
      <List aria-label={label}>
        {items.map((user) => (
          <li key={user.id}>
            <UserRow user={user} />
          </li>
        ))}
      </List>
      <LoadMore pages={pages} noun="people" />
    </chakra.section>
  );
}
