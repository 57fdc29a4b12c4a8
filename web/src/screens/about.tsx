import { Flex } from "@chakra-ui/react";
import { APP_NAME } from "#shared/brand.ts";
import { HelpButton } from "#web/features/help/help-button.tsx";
import { FORMATTED_LIMITS } from "#web/features/pages/formatted-limits.ts";
import { AboutPicture } from "#web/features/pages/illustrations.tsx";
import { Part, TextPage } from "#web/features/pages/text-page.tsx";
import { useFeatures } from "#web/session/features.ts";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";

export default function About() {
  const { payments } = useFeatures();
  return (
    <TextPage
      title={`About ${APP_NAME}`}
      picture={<AboutPicture />}
      lead={`Ochre is the oldest color that people have put on walls. ${APP_NAME} is a wall for the pictures that are made today, and a fair way to take one home.`}
    >
      <Part title="What we care about">
        <ul>
          <li>
            <strong>Pictures first.</strong> They are shown whole and in their own shape.
            {payments && " Only paid work can have a watermark: none, light or strong, as its artist chooses."} There is
            no advertising in between.
          </li>
          <li>
            <strong>Artists decide.</strong> What is shown, what it costs, what it may be used for, and whether to offer
            it at all. The copyright never changes hands here.
          </li>
          <li>
            <strong>Terms that can be read.</strong> Two licenses in plain words, the same for everyone, and a signed
            certificate for every license.
          </li>
          {payments && (
            <li>
              <strong>One price.</strong> The total on the artwork's page is what you pay. On a paid license, we keep{" "}
              {FORMATTED_LIMITS.sellerFee} from the artist's side and add {FORMATTED_LIMITS.buyerFee} on the buyer's.
              That's all we live on.
            </li>
          )}
          <li>
            <strong>Nobody follows you around.</strong> No tracking, no profiling, no third-party scripts. The{" "}
            <SiteLink to="/privacy_policy">privacy policy</SiteLink> is short for that reason.
          </li>
          <li>
            <strong>Made by people, for people.</strong> The licenses forbid feeding a work to software that generates
            pictures, unless its artist agrees.
          </li>
        </ul>
      </Part>
      <Part title="Who it is for">
        <p>
          For painters, photographers, illustrators and everyone else whose work ends up as pixels. For people who want
          a picture that nobody else in the office has. For a small press that needs a cover, a café that needs a wall,
          a studio that needs a texture, and wants to do right by the artist.
        </p>
      </Part>
      <Part title="Open to a look inside">
        <p>
          The software behind this site is free to read, use and change under the MIT license. Certificates are signed
          with a published key, so they can be checked for as long as anyone cares to, with or without us.
        </p>
      </Part>
      <Part title="Talk to us">
        <p>Is something missing, broken or unfair? Please tell us.</p>
        <Flex wrap="wrap" gap="3" mt="6">
          <HelpButton />
          <ButtonLink to="/how_it_works" variant="outline" colorPalette="neutral">
            How it works
          </ButtonLink>
        </Flex>
      </Part>
    </TextPage>
  );
}
