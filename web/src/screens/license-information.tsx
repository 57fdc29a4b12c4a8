import { Box, chakra, Heading, Link } from "@chakra-ui/react";
import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { LICENSE_TERMS } from "#shared/license-terms.ts";
import { LICENSE_TYPES, type LicenseType } from "#shared/rules/license-options.ts";
import { FORMATTED_LIMITS } from "#web/features/pages/formatted-limits.ts";
import { LicensesPicture } from "#web/features/pages/illustrations.tsx";
import { Part, Prose, TextPage } from "#web/features/pages/text-page.tsx";
import { SellingNotice } from "#web/features/selling/selling-notice.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { SiteLink } from "#web/ui/site-link.tsx";

const Mark = chakra("span", {
  base: { display: "inline-flex", alignItems: "center", verticalAlign: "top", gap: "2", "& svg": { flexShrink: 0 } },
});

const YES = (
  <Mark color="fg.success">
    <Check size={18} aria-hidden />
    Yes
  </Mark>
);

const NO = (
  <Mark color="fg.muted">
    <X size={18} aria-hidden />
    No
  </Mark>
);

/** A summary of the two licences; only their full texts are binding. */
const USES = [
  { name: "Wallpapers, backgrounds, profile pictures", cells: [YES, YES] },
  { name: "Prints for your own rooms and as gifts", cells: [YES, YES] },
  { name: "Schoolwork, and talks that nobody pays for", cells: [YES, YES] },
  { name: "A page or profile that earns nothing", cells: ["With the artist's name", YES] },
  { name: "Rooms and documents inside a company", cells: [YES, YES] },
  { name: "Websites, apps, games and films that earn money", cells: [NO, YES] },
  { name: "Advertising, packaging, covers and pages of books", cells: [NO, YES] },
  { name: "Goods for sale with the work as a part of their design", cells: [NO, YES] },
  { name: "Finished designs for clients", cells: [NO, YES] },
  { name: "Prints, posters or files for sale that are nothing but the work", cells: [NO, NO] },
  { name: "Passing the file on, as stock or as a template", cells: [NO, NO] },
  { name: "Training software that generates pictures", cells: [NO, NO] },
  { name: "Copies and projects", cells: ["Any number", "Any number"] },
  { name: "How long, and where", cells: ["No end date, worldwide", "No end date, worldwide"] },
  { name: "Passing the license on", cells: [NO, "With the whole business"] },
] as const;

function LicenseComparison() {
  return <ResponsiveTable caption="What each license allows" columns={["Use", "Personal", "Commercial"]} rows={USES} />;
}

/** The full text of a licence, which its certificates refer to. */
function LicenseText({ type }: { readonly type: LicenseType }) {
  const { title, sections } = LICENSE_TERMS[type];
  return (
    <Box
      as="section"
      aria-labelledby={type}
      mt="8"
      p={{ base: "5", md: "10" }}
      bg="bg.panel"
      borderWidth="1px"
      borderColor="border.muted"
      borderRadius="l3"
    >
      <Heading as="h2" size="2xl" id={type} scrollMarginTop="24">
        {title}
      </Heading>
      <Prose>
        {sections.map(({ heading, paragraphs, points = [] }) => (
          <chakra.div key={heading}>
            <h3>{heading}</h3>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {points.length > 0 && (
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </chakra.div>
        ))}
      </Prose>
    </Box>
  );
}

export default function LicenseInformation() {
  return (
    <TextPage
      title="License information"
      picture={<LicensesPicture />}
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
        <p>That's up to the artist. The artwork's page lists its licenses and their prices:</p>
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
            <strong>Unavailable:</strong> none. The picture can only be viewed.
          </li>
        </ul>
      </Part>
      <Part title="Terms of your own">
        <p>
          Need another usage, an exclusive license or a price for several works? Ask for a price on the work's page. The
          artist can make you an offer with terms in their own words, which become part of the license and its
          certificate. Such a license stands beside the two below, whichever of them you hold. An exclusive one takes
          the work off the market; licenses sold before stay in force.
        </p>
      </Part>
      <Part title="Who holds it">
        <p>
          You order a license for yourself or for your company, and the certificate names who holds it. Each person or
          company needs just one license of each kind for an artwork. With a commercial license, you don't need a
          personal one: it allows all of that, too.
        </p>
      </Part>
      <Part title="How it is proved">
        <p>
          The certificate says which picture in which version was licensed, for what, to whom and when, and refers to
          the text of the license by its checksum. It is signed by us, so it can be checked without us. Its fingerprint
          of {FORMATTED_LIMITS.fingerprintLength} characters can be <SiteLink to="/verifier">looked up here</SiteLink>{" "}
          by anyone; names are shown only to people who know a party's identifier.
        </p>
      </Part>
      {LICENSE_TYPES.map((type) => (
        <LicenseText key={type} type={type} />
      ))}
    </TextPage>
  );
}
