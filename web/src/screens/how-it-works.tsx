import { Flex } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";
import { FeeTable } from "#web/features/pages/fee-table.tsx";
import { FORMATTED_LIMITS, fileKinds } from "#web/features/pages/formatted-limits.ts";
import { HowItWorksPicture } from "#web/features/pages/illustrations.tsx";
import { type Step, Steps } from "#web/features/pages/steps.tsx";
import { Part, TextPage } from "#web/features/pages/text-page.tsx";
import { SellingNotice } from "#web/features/selling/selling-notice.tsx";
import { useFeatures } from "#web/session/features.ts";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";

const forArtists = (gif: boolean): readonly Step[] => [
  {
    title: "Sign up",
    text: "Choose a username, enter an email address and a password, then open the link we email you.",
  },
  {
    title: "Upload a picture",
    text: `A ${fileKinds(gif)} file of at least ${FORMATTED_LIMITS.pixels} and at most ${FORMATTED_LIMITS.fileSize}. We check it, remove any location that a camera saved in it, and make the sizes that screens need.`,
  },
  {
    title: "Say what it is for",
    text: `View only, free to use, or for a price between ${FORMATTED_LIMITS.lowestPrice} and ${FORMATTED_LIMITS.highestPrice}: for personal use, for commercial use, or for both at two prices.`,
  },
  {
    title: "Hear from people",
    text: "Favorites, comments, reviews and orders show you how your work is received. Change the text, the price or the picture whenever you like; buyers keep the version they licensed.",
  },
];

const FOR_BUYERS: readonly Step[] = [
  {
    title: "Look around",
    text: "Browse the newest or most popular pictures, or search by title, tag, description and artist.",
  },
  {
    title: "Choose a license",
    text: "Every artwork lists its licenses and what each costs, fees included. Personal or commercial? The page on licenses tells you which one you need.",
  },
  {
    title: "Get it",
    text: "For a free license, say who it's for. Pay for the others by card or wallet: the price you see when you start paying holds, even if the artist changes it meanwhile.",
  },
  {
    title: "Keep it",
    text: "Download the original as often as you like, in the version you licensed, even after the artist has changed or removed it. A signed certificate says what you may do with it.",
  },
];

export default function HowItWorks() {
  const { gif } = useFeatures();
  return (
    <TextPage
      title="How it works"
      picture={<HowItWorksPicture />}
      lead={`On ${APP_NAME}, artists show and license digital artwork, and everyone else finds pictures to look at, to live with and to work with.`}
    >
      <SellingNotice />
      <Part title="If you make art">
        <Steps steps={forArtists(gif)} />
        <Flex wrap="wrap" gap="3" mt="8">
          <ButtonLink to="/artwork/add">Upload artwork</ButtonLink>
          <ButtonLink to="/start_selling" variant="outline" colorPalette="neutral">
            More about selling
          </ButtonLink>
        </Flex>
      </Part>
      <Part title="If you look for art">
        <Steps steps={FOR_BUYERS} />
        <Flex wrap="wrap" gap="3" mt="8">
          <ButtonLink to="/">Browse artwork</ButtonLink>
          <ButtonLink to="/start_buying" variant="outline" colorPalette="neutral">
            More about buying
          </ButtonLink>
        </Flex>
      </Part>
      <Part title="What it costs">
        <p>
          Browsing, favoriting, commenting, publishing and free licenses cost nothing. When a paid license is sold, the
          artist pays a fee of {FORMATTED_LIMITS.sellerFee}, and the buyer one of {FORMATTED_LIMITS.buyerFee} on top of
          the price. That pays for the card payment and for running the site, which carries no advertising.
        </p>
        <FeeTable />
      </Part>
      <Part title="How you can trust it">
        <p>
          Every license comes with a certificate that carries a fingerprint of {FORMATTED_LIMITS.fingerprintLength}{" "}
          characters. Anyone who is shown a certificate can{" "}
          <SiteLink to="/verifier">look the fingerprint up here</SiteLink> and see whether the license is valid and what
          it covers, without an account. Original files are private: only license holders can download them.
        </p>
        <p>
          <SiteLink to="/license_information">Read what each license allows</SiteLink>
        </p>
      </Part>
    </TextPage>
  );
}
