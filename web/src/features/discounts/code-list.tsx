import { Badge, chakra } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { DISPLAY } from "#shared/display.ts";
import type { DiscountCode } from "#shared/model/discount-code.ts";
import { CopyValue } from "#web/ui/copy-value.tsx";
import { DateTime } from "#web/ui/date-time.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { SiteLink } from "#web/ui/site-link.tsx";

const STATES: Readonly<Record<DiscountCode["state"], { readonly label: string; readonly isUsable: boolean }>> = {
  scheduled: { label: "Scheduled", isUsable: true },
  active: { label: "Active", isUsable: true },
  usedUp: { label: "Used up", isUsable: false },
  ended: { label: "Ended", isUsable: false },
};

/** The last moment of a code's validity; `until` is exclusive. */
const lastMoment = (until: string) => new Date(Date.parse(until) - 1).toISOString();

function Window({ code: { from, until } }: { readonly code: DiscountCode }) {
  if (until && Date.parse(until) <= Date.parse(from)) return "ended before its first day";
  return (
    <>
      <DateTime value={from} pattern={DISPLAY.shortDayFormat} isUtc saysUtc={!until} />
      {" – "}
      {until ? <DateTime value={lastMoment(until)} pattern={DISPLAY.shortDayFormat} isUtc /> : "no end date"}
    </>
  );
}

const usesLabel = ({ used, discountTotal }: DiscountCode) =>
  discountTotal === null ? countLabel(used, "use") : `${used} of ${countLabel(discountTotal, "use")}`;

/** URL that applies a code. */
const linkTo = (path: string, { discountCode }: DiscountCode) =>
  `${window.location.origin}${path}?code=${discountCode}`;

/** Artworks shown initially; the rest on request. */
const COLLAPSED_COUNT = 3;

/** The artworks of a code, each with its own link. */
function ChosenArtwork({ code, isUsable }: { readonly code: DiscountCode; readonly isUsable: boolean }) {
  const { discountArtwork, discountCode } = code;
  if (!discountArtwork) return null;
  return (
    <chakra.details open={discountArtwork.length <= COLLAPSED_COUNT}>
      <chakra.summary cursor="button" textStyle="sm" fontWeight="medium" width="fit-content" focusVisibleRing="outside">
        {countLabel(discountArtwork.length, "chosen artwork")}
      </chakra.summary>
      <chakra.ul listStyleType="none" display="grid" gap="3" marginTop="2" aria-label={`Artwork for ${discountCode}`}>
        {discountArtwork.map(({ artworkId, artworkTitle }) => (
          <li key={artworkId}>
            {artworkTitle === null ? (
              <chakra.span textStyle="sm" color="fg.muted">
                Deleted artwork
              </chakra.span>
            ) : (
              <>
                <SiteLink to={`/artwork/${artworkId}`} overflowWrap="anywhere">
                  {artworkTitle}
                </SiteLink>
                {isUsable && (
                  <CopyValue value={linkTo(`/artwork/${artworkId}`, code)} label={`Link to ${artworkTitle}`} />
                )}
              </>
            )}
          </li>
        ))}
      </chakra.ul>
    </chakra.details>
  );
}

const Row = chakra("li", {
  base: {
    display: "grid",
    gap: "3",
    padding: { base: "5", md: "6" },
    borderRadius: "l3",
    borderWidth: "1px",
    borderColor: "border.muted",
    background: "bg.panel",
    "&[data-over]": { background: "transparent" },
  },
});

interface CodeListProps {
  /** The list's accessible name. */
  readonly label: string;
  readonly codes: readonly DiscountCode[];
  /** Path of the page whose link applies a code for all artwork, if there is one. */
  readonly path?: string;
  /** The button that ends a code. */
  readonly renderEnd: (code: DiscountCode) => ReactNode;
}

interface CodeRowProps extends Pick<CodeListProps, "path" | "renderEnd"> {
  readonly code: DiscountCode;
}

function CodeRow({ code, path, renderEnd }: CodeRowProps) {
  const { discountCode, discountPercent, discountArtwork, state } = code;
  const { label, isUsable } = STATES[state];
  return (
    <Row data-over={isUsable ? undefined : ""}>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <chakra.strong fontFamily="heading" textStyle="lg" overflowWrap="anywhere" minWidth="0">
          {discountCode}
        </chakra.strong>
        <chakra.span>{discountPercent}% off</chakra.span>
        <Badge {...(state === "active" ? { colorPalette: "accent" } : {})}>{label}</Badge>
      </chakra.div>
      <chakra.p textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
        {usesLabel(code)}
        {discountArtwork ? "" : " · All artwork"} · <Window code={code} />
      </chakra.p>
      {isUsable && !discountArtwork && path && (
        <CopyValue value={linkTo(path, code)} label={`Link for ${discountCode}`} />
      )}
      <ChosenArtwork code={code} isUsable={isUsable} />
      {state !== "ended" && <div>{renderEnd(code)}</div>}
    </Row>
  );
}

/** Codes with their uses. */
export const CodeList = ({ label, codes, ...row }: CodeListProps) => (
  <chakra.ul listStyleType="none" display="grid" gap="4" aria-label={label}>
    {codes.map((code) => (
      <CodeRow key={code.discountId} code={code} {...row} />
    ))}
  </chakra.ul>
);
