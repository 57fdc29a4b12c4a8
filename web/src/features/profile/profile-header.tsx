import { chakra, Heading, Link } from "@chakra-ui/react";
import LinkIcon from "lucide-react/icons/link";
import { DISPLAY } from "#shared/display.ts";
import type { Profile } from "#shared/model/artwork.ts";
import { getDisplayName } from "#shared/rules/person-name.ts";
import { FollowButton, NotifySwitch } from "#web/features/follows/follow-button.tsx";
import { ReportButton } from "#web/features/help/report-button.tsx";
import { ShareButton } from "#web/features/sharing/share-button.tsx";
import { DateTime } from "#web/ui/date-time.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { PersonAvatar, PersonText } from "#web/ui/person.tsx";
import { ButtonLink, profilePath } from "#web/ui/site-link.tsx";

/** A URL without scheme, `www.` and trailing slash. */
function linkLabel(link: string): string {
  const { hostname, pathname, search } = new URL(link);
  return `${hostname.replace(/^www\./, "")}${pathname}${search}`.replace(/\/$/, "");
}

const List = chakra("ul", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "5",
    rowGap: "1",
    marginTop: "3",
    listStyle: "none",
    textStyle: "sm",
    "& svg": { flexShrink: 0, color: "fg.muted" },
    "& a": { display: "inline-flex", alignItems: "center", gap: "1.5", minHeight: "6", overflowWrap: "anywhere" },
  },
});

/** An artist's websites, with `rel` values that deny endorsement and hide the referrer. */
function ProfileLinks({ links }: { readonly links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <List aria-label="Links">
      {links.map((link) => (
        <li key={link}>
          <Link href={link} rel="me nofollow ugc noopener noreferrer">
            <LinkIcon size={15} aria-hidden />
            {linkLabel(link)}
          </Link>
        </li>
      ))}
    </List>
  );
}

/** English name of a country code; an unknown code is returned as it is. */
function countryName(code: string): string {
  try {
    return new Intl.DisplayNames("en", { type: "region" }).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}

const Header = chakra("header", {
  base: {
    display: "flex",
    flexDirection: { base: "column", sm: "row" },
    alignItems: "flex-start",
    gap: { base: "5", md: "8" },
    paddingY: { base: "4", md: "8" },
    marginBottom: "6",
  },
});

const Facts = chakra("ul", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "5",
    rowGap: "1",
    marginTop: "4",
    listStyle: "none",
    textStyle: "sm",
    color: "fg.muted",
  },
});

/** An artist's picture, name and facts. */
export function ProfileHeader({ user, isOwn }: { readonly user: Profile; readonly isOwn: boolean }) {
  const { description, country, created, artwork, favorites, rating, links } = user;
  const { followers, followed = false, followNotify = false } = user;
  const facts = [
    countLabel(artwork, "artwork"),
    countLabel(followers, "follower"),
    favorites !== null && countLabel(favorites, "favorite"),
    rating.average !== null && `${rating.average.toFixed(1)} of 5, ${countLabel(rating.count, "review")}`,
  ].filter((fact) => typeof fact === "string" && fact !== "");
  return (
    <Header>
      <PersonAvatar person={user} size={`${DISPLAY.avatarSize}px`} />
      <chakra.div minWidth="0">
        <Heading as="h1" size="4xl" overflowWrap="anywhere">
          <PersonText person={user} />
        </Heading>
        <chakra.p marginTop="1" color="fg.muted">
          @{user.name}
        </chakra.p>
        {description && (
          <chakra.p marginTop="3" maxWidth="text" overflowWrap="anywhere">
            {description}
          </chakra.p>
        )}
        <ProfileLinks links={links} />
        <Facts>
          {country && <li>{countryName(country)}</li>}
          <li>
            Joined <DateTime value={created} pattern={DISPLAY.monthFormat} />
          </li>
          {facts.map((fact) => (
            <li key={String(fact)}>{fact}</li>
          ))}
        </Facts>
        <chakra.div marginTop="4" display="flex" flexWrap="wrap" alignItems="center" gap="2">
          {isOwn ? (
            <>
              <ButtonLink to="/settings/profile" variant="outline" colorPalette="neutral" height="11">
                Edit profile
              </ButtonLink>
              <ButtonLink to="/announcement/add" variant="outline" colorPalette="neutral" height="11">
                Write to followers
              </ButtonLink>
            </>
          ) : (
            <FollowButton artist={user} isFollowed={followed} isNotified={followNotify} />
          )}
          {followed && <NotifySwitch artist={user} isOn={followNotify} />}
          <ShareButton subject={{ title: getDisplayName(user), path: profilePath(user.name) }} />
          {/* A separate line on phones, so that the bell shifts nothing when it appears. */}
          <chakra.span
            flexBasis={{ base: "full", sm: "auto" }}
            marginStart={{ base: "-3", sm: "0" }}
            minHeight={{ base: "9", sm: "0" }}
          >
            <ReportButton what="this profile" by={user.id} />
          </chakra.span>
        </chakra.div>
      </chakra.div>
    </Header>
  );
}
