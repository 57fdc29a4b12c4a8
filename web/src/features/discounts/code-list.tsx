import { Badge, Button, chakra } from "@chakra-ui/react";
import { endDiscountCode } from "#shared/contract/orders.ts";
import { DISPLAY } from "#shared/display.ts";
import type { DiscountCode } from "#shared/model/discount-code.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Confirm } from "#web/ui/confirm.tsx";
import { CopyValue } from "#web/ui/copy-value.tsx";
import { DateTime } from "#web/ui/date-time.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { profilePath, SiteLink } from "#web/ui/site-link.tsx";

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

interface CodeRowProps {
  readonly code: DiscountCode;
  readonly onEnded: (code: DiscountCode) => Promise<unknown>;
}

function CodeRow({ code, onEnded }: CodeRowProps) {
  const { id: userId, name } = useSignedIn();
  const { discountId, discountCode, discountPercent, discountArtwork, state } = code;
  const { label, isUsable } = STATES[state];

  async function end() {
    await send(endDiscountCode, { params: { userId, discountId } }, { errorMessage: "The code wasn't ended" });
    await onEnded(code);
  }

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
      {isUsable && !discountArtwork && (
        <CopyValue value={linkTo(profilePath(name), code)} label={`Link for ${discountCode}`} />
      )}
      <ChosenArtwork code={code} isUsable={isUsable} />
      {state !== "ended" && (
        <chakra.div>
          <Confirm
            title={`End ${discountCode}?`}
            text="The code stops working; payments already started keep it. You can't create the same code again."
            action="End code"
            onConfirm={end}
            trigger={
              <Button variant="outline" colorPalette="neutral" size="sm" aria-label={`End ${discountCode}`}>
                End code…
              </Button>
            }
          />
        </chakra.div>
      )}
    </Row>
  );
}

interface CodeListProps {
  readonly codes: readonly DiscountCode[];
  readonly onEnded: CodeRowProps["onEnded"];
}

/** The seller's codes with their uses. */
export const CodeList = ({ codes, onEnded }: CodeListProps) => (
  <chakra.ul listStyleType="none" display="grid" gap="4" aria-label="Your codes">
    {codes.map((code) => (
      <CodeRow key={code.discountId} code={code} onEnded={onEnded} />
    ))}
  </chakra.ul>
);
