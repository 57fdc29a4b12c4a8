import { Badge, chakra, Heading } from "@chakra-ui/react";
import { Fragment, type ReactNode } from "react";
import { formatFileSize } from "#shared/format.ts";
import type { Person } from "#shared/model/account.ts";
import type { ArtworkDetail, LicenseOption } from "#shared/model/artwork.ts";
import { ARTWORK_PROPERTY_FIELDS, artworkProperty } from "#shared/model/artwork-properties.ts";
import { FollowButton } from "#web/features/follows/follow-button.tsx";
import { ReportButton } from "#web/features/help/report-button.tsx";
import { LicenseChooser } from "#web/features/licenses/license-chooser.tsx";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { countLabel, dimensionsLabel } from "#web/ui/labels.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { PersonAvatar, PersonName } from "#web/ui/person.tsx";
import { matureChoice, useIsVeiled } from "#web/ui/picture/mature-choice.ts";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { formatPriceSides } from "./price-label.ts";
import { TagLinks } from "./tag-links.tsx";

/** Loaded for the artist only. */
const OwnViews = lazyPart(() => import("#web/features/audience/own-views.tsx"));

const Line = chakra("div", {
  base: {
    display: "inline-flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "3",
    minHeight: "11",
    minWidth: "0",
  },
});

const Artist = chakra("span", {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "3",
    minWidth: "0",
    "& > span": { display: "grid", justifyItems: "start", minWidth: "0", lineHeight: "short" },
  },
});

function ArtistLine({ artist, children }: { readonly artist: Person; readonly children?: ReactNode }) {
  return (
    <Line>
      <Artist>
        <PersonAvatar person={artist} size="2.5rem" />
        <span>
          <PersonName person={artist} showsHandle />
        </span>
      </Artist>
      {children}
    </Line>
  );
}

const Facts = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: "auto minmax(0, 1fr)",
    columnGap: "6",
    rowGap: "2",
    textStyle: "sm",
    "& dt": { color: "fg.muted" },
    "& dd": { fontVariantNumeric: "tabular-nums" },
  },
});

const FILE_TYPES: Readonly<Record<string, string>> = { "image/jpeg": "JPEG", "image/png": "PNG", "image/gif": "GIF" };

/** Dots per inch of a print that is looked at from near. */
const PRINT_DPI = 300;

const toInches = (pixels: number) => Math.round((pixels / PRINT_DPI) * 10) / 10;
const toCentimetres = (pixels: number) => Math.round((pixels / PRINT_DPI) * 2.54);

/** The largest good print: "34 × 34 cm (13.4 × 13.4 in)". */
const printSizeLabel = ({ width, height }: ArtworkDetail["version"]) =>
  `${dimensionsLabel(toCentimetres(width), toCentimetres(height))}\u00a0cm (${dimensionsLabel(toInches(width), toInches(height))}\u00a0in)`;

/** The owner's tools. */
function OwnerTools({ artwork }: Pick<ArtworkDetail, "artwork">) {
  const isVisible = artwork.artworkVisibility === "visible";
  return (
    <>
      <chakra.span flex="1" textStyle="sm" display="inline-flex" flexWrap="wrap" alignItems="center" columnGap="3">
        <Badge>{isVisible ? "Visible" : "Invisible"}</Badge>
        {isVisible ? "Everyone sees it." : "Only you see it."}
      </chakra.span>
      <ButtonLink to={`/artwork/${artwork.artworkId}/edit`} variant="outline" colorPalette="neutral">
        Edit
      </ButtonLink>
    </>
  );
}

const HideButton = chakra("button", {
  base: {
    marginStart: "3",
    minHeight: "6",
    color: "accent.fg",
    textDecoration: "underline",
    cursor: "button",
    focusVisibleRing: "outside",
  },
});

/** Per licence: the artist's earnings and the buyer's price. */
function Earnings({ options }: { readonly options: readonly LicenseOption[] }) {
  const paid = options.filter(({ licensePrice }) => licensePrice > 0);
  return paid.map(({ licenseType, licensePrice }) => (
    <Fragment key={licenseType}>
      <dt>{LICENSE_LABELS[licenseType].name}</dt>
      <dd>{formatPriceSides(licensePrice)}</dd>
    </Fragment>
  ));
}

/** Marks mature artwork, and lets a viewer hide it again. */
function MatureFact({ isOwn }: { readonly isOwn: boolean }) {
  const isVeiled = useIsVeiled({ mature: true });
  return (
    <>
      <dt>Content</dt>
      <dd>
        Mature
        {!isOwn && !isVeiled && (
          <HideButton type="button" onClick={matureChoice.veil}>
            Hide mature content
          </HideButton>
        )}
      </dd>
    </>
  );
}

interface ArtworkFactsProps {
  readonly detail: ArtworkDetail;
  readonly isOwn: boolean;
  /** The visitor's actions, shown beside the artist's name. */
  readonly children?: ReactNode;
}

/** All facts about an artwork, the most relevant for visitors first. */
export function ArtworkFacts({ detail, isOwn, children }: ArtworkFactsProps) {
  const { artwork, version, owner, licenses } = detail;
  const { rating } = artwork;
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="7" alignContent="start">
      <div>
        <Heading as="h1" size="3xl" overflowWrap="anywhere">
          {version.artworkTitle}
        </Heading>
        <chakra.div marginTop="4" display="grid" gap="4">
          <ArtistLine artist={owner}>
            {owner.name !== null && !isOwn && (
              <FollowButton
                artist={{ ...owner, name: owner.name }}
                isFollowed={detail.followed ?? false}
                isNotified={detail.followNotify ?? true}
                look="compact"
              />
            )}
          </ArtistLine>
          {children}
        </chakra.div>
      </div>
      <LicenseChooser detail={detail} ownTools={isOwn ? <OwnerTools artwork={artwork} /> : null} />
      {version.artworkDescription && (
        <chakra.p whiteSpace="pre-line" overflowWrap="anywhere" lineHeight="tall" color="fg.muted">
          {version.artworkDescription}
        </chakra.p>
      )}
      <TagLinks tags={version.artworkTags} medium={version.artworkMedium} />
      <Facts>
        <dt>Published</dt>
        <dd>
          <DateTime value={artwork.created} />
        </dd>
        {ARTWORK_PROPERTY_FIELDS.map((field) => {
          const { fact, values } = artworkProperty(field);
          const label = values[version[field] ?? ""];
          return (
            fact &&
            label && (
              <Fragment key={field}>
                <dt>{fact}</dt>
                <dd>{label}</dd>
              </Fragment>
            )
          );
        })}
        {version.mature && <MatureFact isOwn={isOwn} />}
        <dt>File</dt>
        <dd>
          {FILE_TYPES[version.mime] ?? version.mime}, {formatFileSize(version.bytes)}
        </dd>
        <dt>Pixels</dt>
        <dd>{dimensionsLabel(version.width, version.height)}</dd>
        <dt>Print at {PRINT_DPI} dpi</dt>
        <dd>{printSizeLabel(version)}</dd>
        {isOwn && <OwnViews artworkId={artwork.artworkId} />}
        {rating.average !== null && (
          <>
            <dt>Rated</dt>
            <dd>
              {rating.average.toFixed(1)} of 5, {countLabel(rating.count, "review")}
            </dd>
          </>
        )}
        {isOwn && <Earnings options={licenses} />}
      </Facts>
      <chakra.div marginStart="-3">
        <ReportButton what="this artwork" by={owner.id} />
      </chakra.div>
    </chakra.div>
  );
}
