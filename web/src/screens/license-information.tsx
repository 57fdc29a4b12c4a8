import { Link } from "@chakra-ui/react";
import { LICENSE_TYPES } from "#shared/rules/license-options.ts";
import { LicenseComparison } from "#web/features/pages/license-comparison.tsx";
import { LicenseText } from "#web/features/pages/license-text.tsx";
import { SAID } from "#web/features/pages/numbers.ts";
import { Part } from "#web/features/pages/prose.tsx";
import { SellingNotice } from "#web/features/pages/selling-notice.tsx";
import { TextPage } from "#web/features/pages/text-page.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

export default function LicenseInformation() {
  return (
    <TextPage
      title="License information"
      lead={
        <>
          Two licenses, one for private life and one for business. Here is the difference at a glance, then each in
          full: the <Link href="#personal">Personal License</Link> and the{" "}
          <Link href="#commercial">Commercial License</Link>.
        </>
      }
    >
      <SellingNotice />
      <Part title="Side by side">
        <LicenseComparison />
      </Part>
      <Part title="Which license an artwork offers">
        <p>That is up to the artist, and the artwork's page says it with the price of each:</p>
        <ul>
          <li>
            <strong>Personal only:</strong> one license, free or paid.
          </li>
          <li>
            <strong>Commercial use included:</strong> one license, and it is commercial.
          </li>
          <li>
            <strong>Commercial use separate:</strong> both licenses, the commercial one at a higher price. A free
            picture can ask a price for commercial use alone.
          </li>
          <li>
            <strong>Unavailable:</strong> none. The picture is there to be looked at.
          </li>
        </ul>
      </Part>
      <Part title="Who holds it">
        <p>
          You order a license for yourself or for your company, and the certificate names who holds it. Each person
          needs one license of a kind for an artwork, each company one. With a commercial license you don't need a
          personal one: it allows all of that, too.
        </p>
      </Part>
      <Part title="How it is proved">
        <p>
          The certificate says which picture in which version was licensed, for what, to whom and when, and refers to
          the text of the license by its checksum. It is signed by us, so it can be checked without us. Its fingerprint
          of {SAID.fingerprintLength} characters can be <SiteLink to="/verifier">looked up here</SiteLink> by anyone;
          names are shown only to whoever knows the secret number of a party.
        </p>
      </Part>
      {LICENSE_TYPES.map((type) => (
        <LicenseText key={type} type={type} />
      ))}
    </TextPage>
  );
}
