import { Link } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";
import { LIMITS } from "#shared/limits.ts";
import { MESSAGES } from "#shared/messages.ts";
import { FORMATTED_LIMITS } from "#web/features/pages/formatted-limits.ts";
import { Part, TextPage } from "#web/features/pages/text-page.tsx";
import { useFeatures } from "#web/session/features.ts";
import { SiteLink } from "#web/ui/site-link.tsx";
import { useInfoAddress } from "#web/ui/use-host.ts";

/** The terms about payments, for stages that take them. */
function SellingTerms() {
  const { tax } = useFeatures();
  return (
    <>
      <Part title="5. Prices and payment">
        <p>
          Artists set prices in whole US dollars from {FORMATTED_LIMITS.lowestPrice} to {FORMATTED_LIMITS.highestPrice}.
          The buyer pays the price and a service fee of {FORMATTED_LIMITS.buyerFee}
          {tax && ", plus the tax shown before the order"}; the artist pays a fee of {FORMATTED_LIMITS.sellerFee}.
          Discounts that we give come out of our fees, never out of the artist's share; with an artist's own code, the
          price of the license is lower, and our fees follow from that price. The total is shown before you order, and
          that is what you are charged.
        </p>
        <p>
          Stripe handles the payment. The license takes effect when the payment has succeeded. The seller is the artist;
          we arrange the sale.{!tax && " Each side pays its own taxes."}
        </p>
        <p>
          We issue the receipts, invoices and credit notes for licenses, numbered for each seller, in the seller's name
          and on the seller's behalf. The service fee on them is ours. Sellers make sure that their name, address and
          VAT number are correct.
        </p>
      </Part>
      <Part title="6. Refunds and disputes">
        <p>
          The file is delivered immediately, with your agreement, so the right to withdraw that the law gives consumers
          ends with the download. The artist may refund the full price at any time; our fees are refunded with it. If
          the file can't be used, isn't what its page says or was offered without the rights to it, you get your money
          back.
        </p>
        <p>
          When a payment is refunded or reversed, the license ends and the file can no longer be downloaded. While a
          payment is disputed, neither account involved can be closed.
        </p>
      </Part>
      <Part title="7. Selling">
        <p>
          Sellers must be of legal age, have their business in one of the{" "}
          <SiteLink to="/start_selling">supported countries</SiteLink>, and pass Stripe's checks, under Stripe's own
          terms for connected accounts. What you offered is what you owe: a buyer keeps the version, the price and the
          license as of the day of the order.
        </p>
      </Part>
    </>
  );
}

export default function TermsOfService() {
  const { payments } = useFeatures();
  const address = useInfoAddress();
  return (
    <TextPage
      title="Terms of Service"
      lead={`The rules between you and the operators of ${APP_NAME}. By creating an account or ordering a license, you agree to them. Between artist and buyer, the license applies.`}
    >
      <Part title="1. What this site is">
        <p>
          Artists show digital artwork here and license it; others look at it, talk about it and get licenses. We run
          the site, keep the files, arrange the licenses and certify them. We are not a party to the licenses, and we
          don't own the artwork.
        </p>
      </Part>
      <Part title="2. Your account">
        <ul>
          <li>You are at least 16 years old, give a working email address, and have one account for yourself.</li>
          <li>
            Your username has {LIMITS.username.min} to {LIMITS.username.max} characters and doesn't pretend to be
            someone else or us.
          </li>
          <li>Keep your password to yourself. Whatever is done with your account counts as done by you.</li>
          <li>You can close it at any time in the settings. You'll see what happens then before you confirm.</li>
        </ul>
      </Part>
      <Part title="3. What you publish">
        <ul>
          <li>
            It is yours, or you hold the rights to license it. People who can be recognized have agreed where the law
            requires it.
          </li>
          <li>
            It is lawful, and so is showing it. No violence for its own sake, no sexual content involving minors, no
            hatred against groups of people, nobody's private data.
          </li>
          <li>
            Its title, description and terms are true. If AI made the picture or a part of it, “How it was made” says
            so.
          </li>
        </ul>
        <p>
          You keep all your rights. You allow us, without payment and worldwide, to store your artwork, to make smaller
          and watermarked sizes of it, to show those on the site, in search engines and where people share links to it,
          and to hand the file to whoever holds a license. This ends when you delete the artwork, except for licenses
          granted before.
        </p>
      </Part>
      <Part title="4. Licenses">
        <p>
          An order is an agreement between you and the artist under the{" "}
          <SiteLink to="/license_information">license</SiteLink> that you chose, as worded on that day. The certificate
          proves it. Nobody may hold the same license to an artwork twice.
          {!payments && ` ${MESSAGES.tradingUnavailable}.`}
        </p>
      </Part>
      {payments && <SellingTerms />}
      <Part title={`${payments ? 8 : 5}. How we treat each other`}>
        <p>
          Criticism is welcome, contempt is not. Comments have at most {LIMITS.comment.max} characters and are about the
          artwork. Don't advertise, don't buy or sell reviews, don't try to get around fees, watermarks or limits, and
          don't collect pictures or data from the site with software, least of all to train other software.
        </p>
      </Part>
      <Part title={`${payments ? 9 : 6}. Reporting and removal`}>
        <p>
          Anyone can report an artwork, a comment or a profile with the “Report” button beside it. Each report gets a
          number, is read by a person and is answered. We hide what breaks the law or these terms, tell its author why,
          and close accounts that do so repeatedly. If you disagree with a decision, reply to our email, and someone
          else will review it.
        </p>
        <p>
          A program compares each uploaded picture with the artwork of others. If two look alike, it tells the person
          who uploaded it. It blocks and removes nothing. Once such a picture is published, a person compares the two.
        </p>
        <p>
          If you find a security vulnerability, report it to <Link href={`mailto:${address}`}>{address}</Link> before
          telling others, test it with your own accounts only, and take nobody else's data. We reply, fix it, and take
          no steps against you if you follow these rules.
        </p>
      </Part>
      <Part title={`${payments ? 10 : 7}. What we promise, and what we don't`}>
        <p>
          We run the site with care, but it is a beta: parts of it change, and it may be unavailable at times. We keep
          the files that licenses refer to as long as we run the site; even so, keep a copy of what you licensed. If we
          ever stop, you will hear about it at least three months in advance.
        </p>
        <p>
          We are liable without limit for intentional acts, gross negligence, death and personal injury, and where the
          law says so. Otherwise our liability is limited to what you could expect from a contract like this one, and to
          the fees we earned from you in the twelve months before.
        </p>
      </Part>
      <Part title={`${payments ? 11 : 8}. Changes and the rest`}>
        <p>
          When these terms change, we say so on the site and by email 30 days in advance. If you don't agree, close your
          account before that day; licenses keep the terms they were granted under. If a clause is void, the others
          stand. The rights that the law of your country gives you as a consumer remain yours, whatever is written here.
        </p>
        <p>
          Questions go to <Link href={`mailto:${address}`}>{address}</Link>.
        </p>
      </Part>
    </TextPage>
  );
}
