import { chakra } from "@chakra-ui/react";
import { countryOf } from "#shared/countries.ts";
import type { BillingForm } from "#shared/model/billing.ts";
import { SiteLink } from "#web/ui/site-link.tsx";

const Facts = chakra("dl", {
  base: {
    display: "grid",
    gap: "4",
    "& dt": { textStyle: "sm", color: "fg.muted" },
    "& dd": { overflowWrap: "anywhere" },
  },
});

/** Whom a payment is billed to, to be read before it is made. */
export function BilledTo({ of: billing }: { readonly of: BillingForm }) {
  const { billingName, billingSurname, billingEmail, billingAddress, billingZip, billingCity, billingCountry } =
    billing;
  const country = countryOf(billingCountry)?.name ?? billingCountry;
  return (
    <>
      <Facts>
        <div>
          <dt>Name</dt>
          <dd>{`${billingName} ${billingSurname}`}</dd>
        </div>
        <div>
          <dt>Billing email</dt>
          <dd>{billingEmail}</dd>
        </div>
        <div>
          <dt>Address</dt>
          <dd>{`${billingAddress}, ${billingZip} ${billingCity}, ${country}`}</dd>
        </div>
      </Facts>
      <chakra.p textStyle="sm" color="fg.muted">
        Not right? <SiteLink to="/settings#billing">Change it in your settings</SiteLink> before you pay.
      </chakra.p>
    </>
  );
}
