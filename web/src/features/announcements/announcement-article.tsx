import { Badge, chakra, Heading } from "@chakra-ui/react";
import TicketPercent from "lucide-react/icons/ticket-percent";
import { DISPLAY } from "#shared/display.ts";
import type { Announcement } from "#shared/model/announcement.ts";
import { ArtworkTile } from "#web/features/artwork/artwork-tile.tsx";
import { PictureGrid } from "#web/features/artwork/picture-list.tsx";
import { ReportButton } from "#web/features/help/report-button.tsx";
import { useUser } from "#web/session/use-session.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { MissingButton } from "#web/ui/missing-part.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { profilePath, SiteLink } from "#web/ui/site-link.tsx";
import { announcementPath } from "./announcement-path.ts";

/** Loaded for the artist only. */
const OwnerTools = lazyPart(() => import("./owner-tools.tsx"), MissingButton);

const BADGES = { scheduled: "Scheduled", published: null, taken_down: "Taken down", missed: "Not sent" } as const;

/** The code's state for its artist; visitors see usable codes only. */
const CODE_NOTES = {
  scheduled: " (not valid yet)",
  active: "",
  usedUp: " (used up, so only you see it here)",
  ended: " (ended, so only you see it here)",
} as const;

function Code({ announcement: { artist, discount } }: { readonly announcement: Announcement }) {
  if (!discount) return null;
  const { discountCode, discountPercent, state } = discount;
  return (
    <chakra.p display="flex" alignItems="start" gap="2" marginTop="4" overflowWrap="anywhere">
      <chakra.span flexShrink="0" marginTop="0.5" color="accent.fg" aria-hidden>
        <TicketPercent size={18} />
      </chakra.span>
      <span>
        {discountPercent}% off with the code{" "}
        {artist.name === null ? (
          discountCode
        ) : (
          <SiteLink to={`${profilePath(artist.name)}?code=${discountCode}`}>{discountCode}</SiteLink>
        )}
        {CODE_NOTES[state]}
      </span>
    </chakra.p>
  );
}

/** Why operators took it down, for its artist. */
function Takedown({ takedown }: Pick<Announcement, "takedown">) {
  if (!takedown) return null;
  return (
    <chakra.p marginTop="3" color="fg.muted" overflowWrap="anywhere">
      Only you can see it. Reason: {takedown.reason}
      {takedown.rule && ` (${takedown.rule})`}
    </chakra.p>
  );
}

interface AnnouncementArticleProps {
  readonly announcement: Announcement;
  /** Level of its heading; below the first one it links to its own page. */
  readonly level: 1 | 2;
  /** True if none of its pictures is in the initial viewport. */
  readonly isBelow?: boolean;
  /** Called after its artist has deleted it. */
  readonly onDeleted?: () => void;
}

/** An announcement with its pictures and code. Links in its text aren't clickable, for safety. */
export function AnnouncementArticle({ announcement, level, isBelow, onDeleted }: AnnouncementArticleProps) {
  const { announcementId, announcementTitle, announcementText, artist, artworks, status, publishAt, edited } =
    announcement;
  const user = useUser();
  const badge = BADGES[status];
  const path = announcementPath(announcementId);
  const titleId = `announcement-${announcementId}`;
  return (
    <chakra.article aria-labelledby={titleId} minWidth="0">
      <chakra.header maxWidth="text">
        <Heading
          as={level === 1 ? "h1" : "h2"}
          size={level === 1 ? "4xl" : "2xl"}
          id={titleId}
          dir="auto"
          overflowWrap="anywhere"
        >
          {level === 1 ? announcementTitle : <NameLink to={path}>{announcementTitle}</NameLink>}
        </Heading>
        <chakra.p
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          columnGap="2.5"
          rowGap="1"
          marginTop="2"
          color="fg.muted"
          textStyle="sm"
        >
          {badge && <Badge {...(status === "scheduled" ? { colorPalette: "accent" } : {})}>{badge}</Badge>}
          <span>
            <DateTime
              value={publishAt}
              pattern={status === "scheduled" || status === "missed" ? DISPLAY.momentFormat : DISPLAY.shortDayFormat}
            />
            {edited && " · edited"}
          </span>
        </chakra.p>
        <Takedown takedown={announcement.takedown} />
        {status === "missed" && (
          <chakra.p marginTop="3" color="fg.muted">
            Only you can see it. It couldn't be sent at this time. Edit it to send it now or at another time.
          </chakra.p>
        )}
        <chakra.p dir="auto" marginTop="4" whiteSpace="pre-line" overflowWrap="anywhere">
          {announcementText}
        </chakra.p>
        <Code announcement={announcement} />
      </chakra.header>
      {artworks.length > 0 && (
        <chakra.div marginTop="5">
          <PictureGrid items={artworks} label={`Artwork in ${announcementTitle}`} isBelow={isBelow}>
            {(card, { sizes, firstFrom }) => (
              <ArtworkTile card={card} sizes={sizes} firstFrom={firstFrom} showsArtist={false} />
            )}
          </PictureGrid>
        </chakra.div>
      )}
      <chakra.div marginTop="2" marginStart="-3" minHeight="9" display="flex" flexWrap="wrap">
        {user?.id === artist.id && <OwnerTools announcement={announcement} onDeleted={onDeleted} />}
        <ReportButton what={`the announcement “${announcementTitle}”`} by={artist.id} path={path} />
      </chakra.div>
    </chakra.article>
  );
}
