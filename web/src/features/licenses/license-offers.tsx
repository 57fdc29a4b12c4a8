import { chakra, Heading } from "@chakra-ui/react";
import { MESSAGES } from "#shared/messages.ts";
import type { ArtworkDetail, LicenseOption } from "#shared/model/artwork.ts";
import { useFeatures } from "#web/session/features.ts";
import { centsLabel } from "#web/ui/labels.ts";
import { MoneyLines } from "#web/ui/money-lines.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { LICENSE_WORDS } from "./license-words.ts";
import { OfferAction } from "./offer-action.tsx";
import { OwnLicenses } from "./own-licenses.tsx";
import { useOwnLicenses } from "./use-own-licenses.ts";

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

/** Of what the price in the end is made. */
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

/** Said once, in the product's own words, where no stage of this kind takes payments. */
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
  /** Nobody buys from themselves. */
  readonly isOwn: boolean;
}

/** The licences an artwork offers, each with what it costs in the end, and those that the visitor holds already. */
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
                  <span>{LICENSE_WORDS[option.licenseType].name}</span>
                  <chakra.span color="ochre.fg">{centsLabel(option.total)}</chakra.span>
                </Line>
                <chakra.p marginTop="1" textStyle="sm" color="fg.muted">
                  {LICENSE_WORDS[option.licenseType].text}
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
