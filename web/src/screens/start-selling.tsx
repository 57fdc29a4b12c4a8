import { Flex } from "@chakra-ui/react";
import { COUNTRIES } from "#shared/countries.ts";
import { FeeTable } from "#web/features/pages/fee-table.tsx";
import { FORMATTED_LIMITS, fileKinds } from "#web/features/pages/formatted-limits.ts";
import { SellingPicture } from "#web/features/pages/illustrations.tsx";
import { Questions } from "#web/features/pages/questions.tsx";
import { type Step, Steps } from "#web/features/pages/steps.tsx";
import { Part, TextPage } from "#web/features/pages/text-page.tsx";
import { SellingNotice } from "#web/features/selling/selling-notice.tsx";
import { useFeatures } from "#web/session/features.ts";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";

const STEPS: readonly Step[] = [
  {
    title: "Become a seller",
    text: "Choose it in your profile menu. Tell us which country your business is in; Stripe, which handles the payments, asks who you are and where your money should go. We never see your bank details.",
  },
  {
    title: "Wait for verification",
    text: "Stripe checks what you entered and asks again if something is missing. Until then you can publish pictures that are free or view only.",
  },
  {
    title: "Publish with a price",
    text: `Whole dollars from ${FORMATTED_LIMITS.lowestPrice} to ${FORMATTED_LIMITS.highestPrice}. Previews of paid work, except the smallest, carry the watermark you choose: light by default, strong or none. Buyers get the file without one. Without a watermark, anyone can save a clean copy up to 1,280 pixels wide.`,
  },
  {
    title: "Get paid",
    text: "Each sale goes to your Stripe account at once, and from there to your bank on Stripe's schedule. A notification tells you what sold.",
  },
];

const SUPPORTED = COUNTRIES.filter(({ supported }) => supported).map(({ name }) => name);

export default function StartSelling() {
  const { payments, gif } = useFeatures();
  return (
    <TextPage
      title="Selling"
      picture={<SellingPicture />}
      lead="Your pictures, your prices, your terms. You keep the copyright; what you sell are licenses to use your work."
    >
      <SellingNotice />
      {payments && (
        <Part title="From upload to payout">
          <Steps steps={STEPS} />
          <p>
            Sellers can be in {SUPPORTED.length} European countries so far. Anyone can publish free artwork, and buy.
          </p>
          <Questions questions={[{ asks: "Countries that sellers can be in", answer: `${SUPPORTED.join(", ")}.` }]} />
        </Part>
      )}
      <Part title="What you earn">
        <p>
          You get the price you set, less a fee of {FORMATTED_LIMITS.sellerFee}. The buyer pays{" "}
          {FORMATTED_LIMITS.buyerFee} on top. Publishing is free, free pictures are free, and you pay nothing until
          something sells.
        </p>
        <FeeTable />
        <p>You can refund the full price from the order's page. Our fees are refunded with it, and the license ends.</p>
      </Part>
      <Part title="Choosing your terms">
        <p>You answer up to four questions, and can change the answers for later buyers whenever you like:</p>
        <ul>
          <li>
            <strong>Available or not?</strong> Unavailable artwork can only be viewed; nobody gets the file.
          </li>
          <li>
            <strong>Free or paid?</strong> Free personal use helps your work get seen. You can still charge for
            commercial use.
          </li>
          <li>
            <strong>Personal or commercial?</strong> A personal license is for private life. With a commercial one,
            buyers may use the picture in their business.
          </li>
          <li>
            <strong>Included or separate?</strong> Commercial use is either part of every license, or a second license
            with a higher price of its own.
          </li>
        </ul>
        <p>
          <SiteLink to="/license_information">What the two licenses allow, side by side</SiteLink>
        </p>
      </Part>
      <Part title="Your file">
        <ul>
          <li>
            {fileKinds(gif)}, at least {FORMATTED_LIMITS.pixels}, at most {FORMATTED_LIMITS.fileSize}.
          </li>
          <li>The original stays private. Visitors see smaller sizes made from it.</li>
          <li>A location that your camera saved in the file is removed; your name and copyright notes are kept.</li>
          <li>
            A new picture or new terms make a new version. Buyers keep the version, the price and the license they
            chose.
          </li>
        </ul>
      </Part>
      <Part title="What you may publish">
        <p>
          Pictures that you made yourself or hold the rights to license. Not the work of others, not people in private
          moments without their consent, nothing unlawful. If you used tools that generate pictures, say so under “How
          it was made”: buyers want to know. The <SiteLink to="/terms_of_service">terms of service</SiteLink> have the
          details.
        </p>
        <Flex mt="8">
          <ButtonLink to="/artwork/add" size="lg">
            Upload artwork
          </ButtonLink>
        </Flex>
      </Part>
    </TextPage>
  );
}
