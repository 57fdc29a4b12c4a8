import { Button, chakra, Heading } from "@chakra-ui/react";
import Printer from "lucide-react/icons/printer";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldX from "lucide-react/icons/shield-x";
import { listParties } from "#shared/certificate/words.ts";
import type { VerifiedLicense, VerifierForm } from "#shared/model/license.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Picture } from "#web/ui/picture/picture.tsx";
import { LICENSE_LABELS, USAGE_LABELS } from "./license-labels.ts";

const Facts = chakra("dl", {
  base: {
    display: "grid",
    gap: "4",
    gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
    "& dt": { textStyle: "sm", color: "fg.muted" },
    "& dd": { overflowWrap: "anywhere", fontWeight: "medium" },
    _print: { "& dt": { color: "neutral.600" } },
  },
});

/** The result, shown before its details. */
function Verdict({ status }: Pick<VerifiedLicense, "status">) {
  const isValid = status === "valid";
  const Icon = isValid ? ShieldCheck : ShieldX;
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap="4"
      padding="5"
      borderRadius="l2"
      bg={isValid ? "bg.success" : "bg.error"}
      color={isValid ? "fg.success" : "fg.error"}
      _print={{ color: "black", background: "transparent", borderWidth: "1px", borderColor: "black" }}
    >
      <Icon size={36} aria-hidden />
      <div>
        <Heading as="h2" size="2xl" color="inherit">
          {isValid ? "Valid license" : "Revoked license"}
        </Heading>
        <chakra.p textStyle="sm">
          {isValid
            ? "The license was issued here and is in force."
            : "The license was issued here but has been revoked. It no longer permits anything."}
        </chakra.p>
      </div>
    </chakra.div>
  );
}

/** Parties disclosed by their identifiers. */
const Parties = (license: VerifiedLicense) =>
  listParties(license).map(({ label, value }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  ));

interface VerifiedProps {
  readonly license: VerifiedLicense;
  readonly asked: VerifierForm;
}

/** Notice of identifiers that matched nobody, which the API silently ignores. */
function WrongIdentifiers({ license, asked }: VerifiedProps) {
  const isBuyerWrong = asked.assigneeIdentifier !== undefined && license.licenseAssignee === undefined;
  const isArtistWrong = asked.assignorIdentifier !== undefined && license.licenseAssignor === undefined;
  return (
    <>
      {isBuyerWrong && (
        <Notice kind="error">
          Shown without the holder's name: the buyer's identifier doesn't belong to this certificate.
        </Notice>
      )}
      {isArtistWrong && (
        <Notice kind="error">
          Shown without the artist's name: the artist's identifier doesn't belong to this certificate.
        </Notice>
      )}
    </>
  );
}

/** The verifier's result for a licence. */
export function VerifiedLicenseView({ license, asked }: VerifiedProps) {
  const { licenseType, licenseUsage, artworkTitle, created, width, height } = license;
  const hasBoth = license.licenseAssignee !== undefined && license.licenseAssignor !== undefined;
  return (
    <chakra.section
      aria-label="Result"
      display="grid"
      gap="6"
      padding={{ base: "4", md: "6" }}
      borderRadius="l3"
      bg="bg.panel"
      _print={{ padding: 0, background: "transparent", color: "black" }}
    >
      <Verdict status={license.status} />
      <WrongIdentifiers license={license} asked={asked} />
      <chakra.div
        width="full"
        marginX="auto"
        borderRadius="l3"
        overflow="hidden"
        style={{ maxWidth: `${((50 * width) / height).toFixed(1)}svh` }}
      >
        <Picture
          picture={license}
          alt={getPictureAlt(license)}
          sizes="(min-width: 768px) 45rem, 100vw"
          firstFrom={0}
          reveals
        />
      </chakra.div>
      <Facts>
        <div>
          <dt>Artwork</dt>
          <dd>{artworkTitle}</dd>
        </div>
        <div>
          <dt>License</dt>
          <dd>
            {LICENSE_LABELS[licenseType].name}, for {USAGE_LABELS[licenseUsage].holder}
            {license.licenseExclusive && ", exclusive"}
          </dd>
        </div>
        <div>
          <dt>Issued</dt>
          <dd>
            <DateTime value={created} isUtc />
          </dd>
        </div>
        <chakra.div gridColumn={{ sm: "1 / -1" }}>
          <dt>Fingerprint</dt>
          <chakra.dd fontFamily="mono" textStyle="sm">
            {asked.licenseFingerprint}
          </chakra.dd>
        </chakra.div>
        <Parties {...license} />
        {license.licenseTerms && (
          <chakra.div gridColumn={{ sm: "1 / -1" }}>
            <dt>Further terms</dt>
            <chakra.dd whiteSpace="pre-line" dir="auto">
              {license.licenseTerms}
            </chakra.dd>
          </chakra.div>
        )}
      </Facts>
      {!hasBoth && (
        <chakra.p textStyle="sm" color="fg.muted" _print={{ display: "none" }}>
          A name on a license is shown only to people who also have that party's identifier.
        </chakra.p>
      )}
      <chakra.div _print={{ display: "none" }}>
        <Button variant="outline" colorPalette="neutral" size="sm" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
      </chakra.div>
    </chakra.section>
  );
}
