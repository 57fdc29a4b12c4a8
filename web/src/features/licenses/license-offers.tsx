import { Button, chakra, Heading } from "@chakra-ui/react";
import { lazy, Suspense, useState } from "react";
import { readArtwork } from "#shared/contract/artwork.ts";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkDetail, LicenseOption } from "#shared/model/artwork.ts";
import type { License } from "#shared/model/order.ts";
import { useInvalidate } from "#web/api/use-invalidate.ts";
import { askToLogIn } from "#web/features/accounts/log-in-prompt.tsx";
import { useFeatures } from "#web/session/features.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { MoneyLines } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";
import { LICENSE_LABELS } from "./license-labels.ts";
import { OwnLicenses, useOwnLicenses } from "./own-licenses.tsx";

const FreeLicenseDialog = lazy(() => import("./free-license-dialog.tsx"));

const LOGIN_PROMPT = "Log in to get a license";

interface OfferActionProps {
  readonly detail: ArtworkDetail;
  readonly option: LicenseOption;
  readonly held: readonly License[];
}

function GetFreeLicense({ detail, option, held }: OfferActionProps) {
  const [isOpen, setOpen] = useState(false);
  const invalidate = useInvalidate();

  async function open() {
    if (await askToLogIn(LOGIN_PROMPT)) setOpen(true);
  }

  return (
    <>
      <Button marginTop="4" width="full" onClick={() => void open()}>
        Get for free
      </Button>
      {isOpen && (
        <Suspense>
          <FreeLicenseDialog
            detail={detail}
            option={option}
            held={held}
            onChanged={() => void invalidate(readArtwork, { artworkId: detail.artwork.artworkId })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The button of an offer; a paid one needs a stage with payments. */
function OfferAction({ detail, option, held }: OfferActionProps) {
  const { payments, known } = useFeatures();
  if (option.licensePrice === 0) return <GetFreeLicense detail={detail} option={option} held={held} />;
  if (known && !payments) return null;
  return (
    <ButtonLink
      to={`/checkout/${detail.artwork.artworkId}?type=${option.licenseType}`}
      marginTop="4"
      width="full"
      visibility={known ? "visible" : "hidden"}
      aria-label={`Buy ${option.licenseType} license`}
    >
      Buy
    </ButtonLink>
  );
}

const Offer = chakra("li", {
  base: { padding: "5", borderRadius: "l3", borderWidth: "1px", borderColor: "border", background: "bg.subtle" },
});

const Line = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    justifyContent: "space-between",
    columnGap: "4",
    fontVariantNumeric: "tabular-nums",
  },
});

/** The parts of the total. */
function Breakdown({ licensePrice, buyerFee, total }: LicenseOption) {
  return (
    <chakra.div marginTop="4">
      <MoneyLines
        lines={[
          { label: "Price", cents: licensePrice },
          { label: "Service fee", cents: buyerFee },
        ]}
        total={{ label: "All in", cents: total }}
      />
    </chakra.div>
  );
}

/** Shown once where the stage takes no payments. */
function PurchasesOff() {
  const { payments, known } = useFeatures();
  if (payments || !known) return null;
  return (
    <chakra.div marginTop="3">
      <Notice>{MESSAGES.purchasesDisabled}</Notice>
    </chakra.div>
  );
}

interface LicenseOffersProps {
  readonly detail: ArtworkDetail;
  /** The artist is offered no licence to their own artwork. */
  readonly isOwn: boolean;
}

/** The licences that an artwork offers, each with its total, and those that the visitor holds already. */
export function LicenseOffers({ detail, isOwn }: LicenseOffersProps) {
  const { licenses, artwork, version } = detail;
  const held = useOwnLicenses(isOwn ? null : artwork.artworkId);
  return (
    <>
      <OwnLicenses licenses={held} title={version.artworkTitle} />
      {!licenses.length && <chakra.p color="fg.muted">Shown here to be looked at; no license is offered.</chakra.p>}
      {licenses.length > 0 && (
        <chakra.section aria-labelledby="licenses">
          <Heading as="h2" size="lg" id="licenses" marginBottom="3">
            {licenses.length > 1 ? "Licenses" : "License"}
          </Heading>
          <chakra.ul display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="3" listStyle="none">
            {licenses.map((option) => (
              <Offer key={option.licenseType}>
                <Line fontFamily="heading" fontWeight="bold" textStyle="lg">
                  <span>{LICENSE_LABELS[option.licenseType].name}</span>
                  <chakra.span color="ochre.fg">{centsLabel(option.total)}</chakra.span>
                </Line>
                <chakra.p marginTop="1" textStyle="sm" color="fg.muted">
                  {LICENSE_LABELS[option.licenseType].text}
                </chakra.p>
                {option.licensePrice > 0 && <Breakdown {...option} />}
                {!isOwn && <OfferAction detail={detail} option={option} held={held} />}
              </Offer>
            ))}
          </chakra.ul>
          {!isOwn && licenses.some(({ licensePrice }) => licensePrice > 0) && <PurchasesOff />}
        </chakra.section>
      )}
    </>
  );
}
