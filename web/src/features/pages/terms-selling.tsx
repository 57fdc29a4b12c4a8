import { SiteLink } from "#web/ui/site-link.tsx";
import { SAID } from "./numbers.ts";
import { Part } from "./prose.tsx";

/** What the terms say of money; only where there is some. */
export function SellingTerms() {
  return (
    <>
      <Part title="5. Prices and payment">
        <p>
          Artists set prices in whole US dollars from {SAID.lowestPrice} to {SAID.highestPrice}. The buyer pays the
          price and a service fee of {SAID.buyerFee}; the artist pays a fee of {SAID.sellerFee}. Discounts come out of
          our fees, never out of the artist's share. The sum is shown before the order and is what is charged.
        </p>
        <p>
          Stripe handles the payment. The license takes effect when the payment has succeeded. The seller is the artist;
          we arrange the sale. Each side pays its own taxes.
        </p>
      </Part>
      <Part title="6. Refunds and disputes">
        <p>
          The file is delivered at once, with your agreement, so the right to withdraw that the law gives consumers ends
          with the download. The artist may give the whole price back at any time; our fees are given back with it. If
          the file can't be used, isn't what its page says or was offered without the rights to it, you get your money
          back.
        </p>
        <p>
          When a payment is refunded or reversed, the license ends and the file can't be downloaded any more. While a
          payment is disputed, neither account involved can be closed.
        </p>
      </Part>
      <Part title="7. Selling">
        <p>
          Sellers must be of age, have their business in one of the{" "}
          <SiteLink to="/start_selling">supported countries</SiteLink>, and pass Stripe's checks, under Stripe's own
          terms for connected accounts. What you offered is what you owe: a buyer keeps the version, the price and the
          license of the day of the order.
        </p>
      </Part>
    </>
  );
}
