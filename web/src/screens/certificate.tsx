import { Button, chakra } from "@chakra-ui/react";
import FileJson from "lucide-react/icons/file-json";
import Printer from "lucide-react/icons/printer";
import ShieldCheck from "lucide-react/icons/shield-check";
import { useParams } from "react-router-dom";
import { buildCertificateFileName, formatCertificate } from "#shared/certificate/file.ts";
import { readCertificate, readOrder } from "#shared/contract/licenses.ts";
import { OrderId } from "#shared/model/ids.ts";
import type { Certificate } from "#shared/model/license.ts";
import type { License } from "#shared/model/order.ts";
import { useRead } from "#web/api/use-read.ts";
import { CertificateDownload } from "#web/features/licenses/certificate-download.tsx";
import { CertificateSheet } from "#web/features/licenses/certificate-sheet.tsx";
import { NotFoundRedirect } from "#web/ui/not-found-redirect.tsx";
import { PageContainer } from "#web/ui/page-container.tsx";
import { ReadResult } from "#web/ui/read-result.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { ButtonLink, SiteLink } from "#web/ui/site-link.tsx";
import { SkeletonPage } from "#web/ui/skeletons.tsx";

/** Narrow enough for two in a row on phones. */
const buttonProps = { variant: "outline", colorPalette: "neutral", size: "sm", px: { base: "3", sm: "4" } } as const;

/** Saves the file for offline verification. */
const save = (certificate: Certificate) =>
  saveFile(
    buildCertificateFileName(certificate.licenseFingerprint, "json"),
    "application/json",
    formatCertificate(certificate),
  );

interface ActionsProps {
  readonly license: License;
  readonly certificate: Certificate;
  readonly to: string;
}

function Actions({ license, certificate, to }: ActionsProps) {
  return (
    <chakra.div display="flex" flexWrap="wrap" gap={{ base: "2", sm: "3" }}>
      <CertificateDownload {...buttonProps} license={license}>
        Save as PDF
      </CertificateDownload>
      <Button {...buttonProps} onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
      <Button {...buttonProps} onClick={() => save(certificate)}>
        <FileJson aria-hidden />
        Save as JSON
      </Button>
      <ButtonLink {...buttonProps} to={to}>
        <ShieldCheck aria-hidden />
        Verify
      </ButtonLink>
    </chakra.div>
  );
}

function CertificatePage({ orderId }: { readonly orderId: OrderId }) {
  const params = { orderId };
  const order = useRead(readOrder, { params });
  const certificate = useRead(readCertificate, { params });
  const waiting = <SkeletonPage count={4} isNarrow label="Loading the certificate" />;
  return (
    <ReadResult read={order} fallback={waiting}>
      {(named) => (
        <ReadResult read={certificate} fallback={waiting}>
          {(signed) => {
            // An order of several works has a certificate for each.
            const shown = { ...named, ...named.items?.find(({ license }) => license.orderId === orderId) };
            const to = `/verifier?fingerprint=${signed.licenseFingerprint}`;
            return (
              <PageContainer title={`Certificate for ${shown.artwork.title}`} _print={{ padding: 0, maxWidth: "none" }}>
                <chakra.div maxWidth="56rem" marginX="auto" _print={{ maxWidth: "none" }}>
                  <chakra.div
                    display="flex"
                    flexWrap="wrap"
                    justifyContent="space-between"
                    alignItems="center"
                    gap="4"
                    marginBottom="6"
                    _print={{ display: "none" }}
                  >
                    <SiteLink to={`/orders/${orderId}`}>Back to the order</SiteLink>
                    <Actions license={shown.license} certificate={signed} to={to} />
                  </chakra.div>
                  <CertificateSheet order={shown} certificate={signed} verifier={window.location.origin + to} />
                </chakra.div>
              </PageContainer>
            );
          }}
        </ReadResult>
      )}
    </ReadResult>
  );
}

/** The certificate of an order's licence, for its buyer and its seller; everyone else gets the 404 page. */
export default function CertificateScreen() {
  const { id = "" } = useParams();
  const orderId = OrderId.safeParse(id);
  return orderId.success ? <CertificatePage orderId={orderId.data} /> : <NotFoundRedirect />;
}
