import { Flex } from "@chakra-ui/react";
import { FeeTable } from "#web/features/pages/fee-table.tsx";
import { FORMATTED_LIMITS } from "#web/features/pages/formatted-limits.ts";
import { BuyingPicture } from "#web/features/pages/illustrations.tsx";
import { type Step, Steps } from "#web/features/pages/steps.tsx";
import { Part, TextPage } from "#web/features/pages/text-page.tsx";
import { SellingNotice } from "#web/features/selling/selling-notice.tsx";
import { useFeatures } from "#web/session/features.ts";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";

const STEPS: readonly Step[] = [
  {
    title: "Find the picture",
    text: "Search by title, tag, description or artist, and favorite what you may want later: the heart keeps it in your gallery.",
  },
  {
    title: "Choose who and what it's for",
    text: "Yourself or your company, personal or commercial. If you already hold a license that covers it, we tell you before you pay.",
  },
  {
    title: "Pay, if it has a price",
    text: "By card, Apple Pay, Google Pay or another method that Stripe offers where you are. Your card's number goes to Stripe and never to us. The total is shown before you pay and doesn't change while you do.",
  },
  {
    title: "Download the original",
    text: "From your orders, as often as you like, pixel for pixel as the artist made it. The file itself says whose work it is and what you licensed. Your license certificate is beside it.",
  },
];

export default function StartBuying() {
  const { payments } = useFeatures();
  return (
    <TextPage
      title="Buying"
      picture={<BuyingPicture />}
      lead="You don't buy the picture, you buy the right to use it: for your wall, your screen, your book or your brand. The artist keeps the copyright, and you keep your license."
    >
      <SellingNotice />
      <Part title="Four steps">
        <Steps steps={payments ? STEPS : STEPS.filter(({ title }) => !title.startsWith("Pay"))} />
      </Part>
      <Part title="What it costs">
        <p>
          Artists set their prices between {FORMATTED_LIMITS.lowestPrice} and {FORMATTED_LIMITS.highestPrice}, and many
          pictures are free. On top of a price comes a service fee of {FORMATTED_LIMITS.buyerFee}; every artwork shows
          the total. A free license has no fee.
        </p>
        <FeeTable />
      </Part>
      <Part title="What you get">
        <ul>
          <li>
            The original file, every pixel as the artist uploaded it and without a watermark. Only hidden data, such as
            where a photograph was taken, is removed.
          </li>
          <li>
            The version, the price and the terms of the day you licensed it, even if the artist changes or removes the
            picture later.
          </li>
          <li>
            A signed certificate with a fingerprint of {FORMATTED_LIMITS.fingerprintLength} characters. A printer, a
            client or a platform can look it up here and see that the license is valid.
          </li>
          <li>A secret identifier of your own that proves the license is yours, if you choose to show it.</li>
          <li>The right to review the artwork, once.</li>
        </ul>
      </Part>
      <Part title="For a company">
        <p>
          A license for business names the company, so order it with the name on your invoices. One license covers the
          company's people and contractors. A license in your own name stays yours and doesn't cover an employer.
        </p>
      </Part>
      <Part title="If something is wrong">
        <p>
          Write to us with the order number if the file is damaged, the picture isn't what its page says, or it was made
          by someone else. Artists can refund the full price, which ends the license. A picture that was sold without
          the rights to it is taken down, and its payment is reversed.
        </p>
        <p>
          <SiteLink to="/license_information">What the two licenses allow</SiteLink>
        </p>
        <Flex mt="8">
          <ButtonLink to="/" size="lg">
            Browse artwork
          </ButtonLink>
        </Flex>
      </Part>
    </TextPage>
  );
}
