import { chakra, Heading } from "@chakra-ui/react";
import type { LicenseOption } from "#shared/model/artwork.ts";
import { centsLabel } from "./price-label.ts";

const MEANINGS: Record<LicenseOption["licenseType"], { name: string; text: string }> = {
  personal: { name: "Personal license", text: "For yourself: your wall, your screens, a gift." },
  commercial: { name: "Commercial license", text: "For your business: products, campaigns, clients." },
};

const Offer = chakra("li", {
  base: { padding: "5", borderRadius: "l3", borderWidth: "1px", borderColor: "border", background: "bg.subtle" },
});

const Line = chakra("div", {
  base: { display: "flex", justifyContent: "space-between", gap: "4", fontVariantNumeric: "tabular-nums" },
});

function Breakdown({ licensePrice, buyerFee, total }: LicenseOption) {
  return (
    <chakra.dl marginTop="4" textStyle="sm" color="fg.muted" display="grid" gap="1">
      <Line>
        <dt>Price</dt>
        <dd>{centsLabel(licensePrice)}</dd>
      </Line>
      <Line>
        <dt>Service fee</dt>
        <dd>{centsLabel(buyerFee)}</dd>
      </Line>
      <Line
        color="fg"
        fontWeight="semibold"
        borderTopWidth="1px"
        borderColor="border.muted"
        paddingTop="2"
        marginTop="1"
      >
        <dt>All in</dt>
        <dd>{centsLabel(total)}</dd>
      </Line>
    </chakra.dl>
  );
}

/** The licences an artwork offers, each with what it costs in the end. */
export function LicenseOffers({ licenses }: { readonly licenses: readonly LicenseOption[] }) {
  if (!licenses.length) return <chakra.p color="fg.muted">Shown here to be looked at; no license is offered.</chakra.p>;
  return (
    <chakra.section aria-labelledby="licenses">
      <Heading as="h2" size="lg" id="licenses" marginBottom="3">
        {licenses.length > 1 ? "Licenses" : "License"}
      </Heading>
      <chakra.ul display="grid" gap="3" listStyle="none">
        {licenses.map((license) => (
          <Offer key={license.licenseType}>
            <Line fontFamily="heading" fontWeight="bold" textStyle="lg">
              <span>{MEANINGS[license.licenseType].name}</span>
              <chakra.span color="ochre.fg">{centsLabel(license.total)}</chakra.span>
            </Line>
            <chakra.p marginTop="1" textStyle="sm" color="fg.muted">
              {MEANINGS[license.licenseType].text}
            </chakra.p>
            {license.licensePrice > 0 && <Breakdown {...license} />}
          </Offer>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
