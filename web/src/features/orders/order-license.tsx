import { chakra, Heading } from "@chakra-ui/react";
import FileText from "lucide-react/icons/file-text";
import ShieldCheck from "lucide-react/icons/shield-check";
import { listParties } from "#shared/certificate/words.ts";
import type { Order } from "#shared/model/order.ts";
import { CertificateDownload } from "#web/features/licenses/certificate-download.tsx";
import { LICENSE_LABELS } from "#web/features/licenses/license-labels.ts";
import { AgreedTerms } from "#web/features/offers/agreed-terms.tsx";
import { CopyValue } from "#web/ui/copy-value.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Thumbnail } from "#web/ui/picture/thumbnail.tsx";
import { ButtonLink } from "#web/ui/site-link.tsx";

interface OrderLicenseProps {
  readonly license: Order["license"];
  /** Its work, in an order of several, which shows the agreed terms once. */
  readonly artwork?: Order["artwork"];
}

/** A licence's terms, fingerprint and identifier. */
export function OrderLicense({ license, artwork }: OrderLicenseProps) {
  const { orderId, licenseFingerprint, assigneeIdentifier, assignorIdentifier, licenseTerms, licenseExclusive } =
    license;
  const id = `license-${license.licenseId}`;
  const identifier = assigneeIdentifier ?? assignorIdentifier;
  const buttonProps = { variant: "outline", colorPalette: "neutral", size: "sm" } as const;
  return (
    <chakra.section aria-labelledby={id} display="grid" gap="4">
      {artwork ? (
        <chakra.div display="flex" alignItems="center" gap="3">
          <Thumbnail picture={artwork} side="3.5rem" />
          <div>
            <Heading as="h2" size="lg" id={id} overflowWrap="anywhere">
              {artwork.title}
            </Heading>
            <chakra.p color="fg.muted">{LICENSE_LABELS[license.licenseType].name}</chakra.p>
          </div>
        </chakra.div>
      ) : (
        <>
          <Heading as="h2" size="lg" id={id}>
            {LICENSE_LABELS[license.licenseType].name}
          </Heading>
          <AgreedTerms terms={licenseTerms ?? ""} exclusive={licenseExclusive === true && license.status === "valid"} />
        </>
      )}
      <Facts>
        {listParties(license).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>Fingerprint</dt>
          <dd>
            <CopyValue value={licenseFingerprint} label="Fingerprint" />
          </dd>
        </div>
        {identifier && (
          <div>
            <dt>Your identifier</dt>
            <dd>
              <CopyValue value={identifier} label="Identifier" />
              <chakra.span textStyle="sm" color="fg.muted">
                Anyone who has it, along with the fingerprint, can see your name in the verifier.
              </chakra.span>
            </dd>
          </div>
        )}
      </Facts>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <ButtonLink to={`/orders/${orderId}/certificate`} {...buttonProps}>
          <FileText aria-hidden />
          Certificate
        </ButtonLink>
        <CertificateDownload license={license} {...buttonProps}>
          Download certificate (PDF)
        </CertificateDownload>
        <ButtonLink to={`/verifier?fingerprint=${licenseFingerprint}`} {...buttonProps}>
          <ShieldCheck aria-hidden />
          Verify
        </ButtonLink>
      </chakra.div>
    </chakra.section>
  );
}
