import { chakra, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { APP_NAME } from "#shared/brand.ts";
import type { Certificate } from "#shared/model/license.ts";
import type { Order } from "#shared/model/order.ts";
import { isHeldByCompany } from "#shared/rules/license-holder.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { fallbackOf } from "#web/ui/picture/sources.ts";
import { QrCode } from "#web/ui/qr-code.tsx";
import { LICENSE_LABELS, USAGE_LABELS } from "./license-labels.ts";
import { useLicensedPicture } from "./licensed-previews.ts";

/** A seal with the beginning of the fingerprint. Decorative: the whole of it is printed as text. */
function Seal({ fingerprint }: { readonly fingerprint: string }) {
  return (
    <chakra.svg viewBox="0 0 120 120" width="7rem" height="7rem" flexShrink="0" color="accent.700" aria-hidden>
      <g fill="none" stroke="currentColor">
        <circle cx="60" cy="60" r="54" strokeWidth="6" strokeDasharray="5 3.480" />
        <circle cx="60" cy="60" r="46" strokeWidth="1.500" />
        <circle cx="60" cy="60" r="42" strokeWidth="0.750" />
      </g>
      <g fill="currentColor" textAnchor="middle">
        <chakra.text x="60" y="58" fontFamily="heading" fontWeight="black" fontSize="20px">
          {APP_NAME}
        </chakra.text>
        <chakra.text x="60" y="76" fontFamily="mono" fontSize="10px">
          {fingerprint.slice(0, 8)}
        </chakra.text>
      </g>
    </chakra.svg>
  );
}

/** White in every theme, because it is printed. */
const Sheet = chakra("article", {
  base: {
    position: "relative",
    display: "grid",
    gap: { base: "6", md: "8", _print: "6" },
    padding: { base: "6", md: "14", _print: "8" },
    // The frame of a sheet that may hang on a wall.
    borderWidth: "6px",
    borderStyle: "double",
    borderColor: "accent.700",
    borderRadius: { base: "l3", _print: "0" },
    background: "white",
    color: "neutral.950",
    colorScheme: "light",
    overflow: "hidden",
    gridTemplateColumns: "minmax(0, 1fr)",
    "& dt": { textStyle: "xs", color: "neutral.600" },
    "& dt, & dd": { overflowWrap: "anywhere" },
  },
});

const Numbers = chakra("dl", {
  base: {
    display: "grid",
    gridTemplateColumns: "minmax(0, 1fr)",
    gap: "3",
    paddingTop: "5",
    borderTopWidth: "1px",
    borderColor: "neutral.200",
    "& dd": { fontFamily: "mono", textStyle: "xs" },
  },
});

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** At the top of the sheet, so that no copy passes for a valid licence. */
function Revoked() {
  return (
    <chakra.p
      padding="4"
      borderRadius="l2"
      borderWidth="2px"
      borderColor="red.700"
      color="red.700"
      fontFamily="heading"
      fontWeight="black"
      textStyle="xl"
      textAlign="center"
    >
      REVOKED. This license permits nothing any more.
    </chakra.p>
  );
}

interface CertificateSheetProps {
  readonly order: Order;
  readonly certificate: Certificate;
  /** URL at which anyone can verify the licence. */
  readonly verifier: string;
}

function Statement({ order: { license, artwork } }: Pick<CertificateSheetProps, "order">) {
  const { licenseUsage, licenseCompany, licenseAssignee, licenseAssignor, licenseType, status } = license;
  const isBusiness = isHeldByCompany(licenseUsage);
  return (
    <chakra.p textStyle="lg" maxWidth="text" overflowWrap="anywhere">
      <strong>{isBusiness ? licenseCompany : licenseAssignee}</strong>
      {isBusiness && `, represented by ${licenseAssignee},`} {status === "valid" ? "holds" : "held"} a{" "}
      <strong>{LICENSE_LABELS[licenseType].name.toLowerCase()}</strong> to the artwork “{artwork.title}”, given by{" "}
      <strong>{licenseAssignor}</strong>.
    </chakra.p>
  );
}

/** The certificate as a sheet of A4. */
export function CertificateSheet({ order, certificate, verifier }: CertificateSheetProps) {
  const { artwork, license } = order;
  const { payload, licenseFingerprint, signature, keyId } = certificate;
  const { picture, isWaiting, onError } = useLicensedPicture(
    order.downloadable ? { orderId: order.orderId } : null,
    artwork,
  );
  const shown = fallbackOf(isWaiting ? artwork.previews : picture.previews);
  return (
    <Sheet>
      {license.status === "revoked" && <Revoked />}
      <chakra.header display="flex" flexWrap="wrap" justifyContent="space-between" alignItems="baseline" gap="3">
        <Heading as="h1" size="4xl" color="neutral.950">
          License certificate
        </Heading>
        <chakra.span fontFamily="heading" fontWeight="black" textStyle="lg" color="accent.700">
          {APP_NAME}
        </chakra.span>
      </chakra.header>
      <chakra.div
        display="grid"
        gap="7"
        gridTemplateColumns={{ base: "minmax(0, 1fr)", md: "minmax(0, 1fr) minmax(0, 1.2fr)", _print: "2fr 3fr" }}
        alignItems="start"
      >
        <chakra.img
          src={shown?.jpeg}
          htmlWidth={artwork.width}
          htmlHeight={artwork.height}
          onError={onError}
          visibility={isWaiting ? "hidden" : "visible"}
          alt={artwork.title}
          width="full"
          height="auto"
          maxHeight="20rem"
          objectFit="contain"
          objectPosition="left top"
        />
        <chakra.div display="grid" gap="6">
          <Statement order={order} />
          <chakra.dl display="grid" gap="4" gridTemplateColumns="repeat(2, minmax(0, 1fr))">
            <Fact name="Issued">
              <DateTime value={payload.created} isUtc /> UTC
            </Fact>
            <Fact name="Usage">{USAGE_LABELS[license.licenseUsage].name}</Fact>
          </chakra.dl>
        </chakra.div>
      </chakra.div>
      <Numbers>
        <Fact name="Fingerprint">{licenseFingerprint}</Fact>
        <Fact name="License">{payload.licenseId}</Fact>
        <Fact name="Artwork and version">
          {payload.artworkId} / {payload.versionId}
        </Fact>
        <Fact name="Original (SHA-256)">{payload.mediaSha256}</Fact>
        <Fact name="License text (SHA-256)">{payload.termsHash}</Fact>
        <Fact name={`Signature (Ed25519, key ${keyId})`}>{signature}</Fact>
      </Numbers>
      <chakra.footer display="flex" flexWrap="wrap" alignItems="center" gap="5">
        <QrCode value={verifier} label="QR code of the address that verifies this license" side="8rem" />
        <chakra.p flex="1 1 14rem" minWidth="0" textStyle="sm" color="neutral.600" overflowWrap="anywhere">
          Check whether this license is still in force at {verifier}
        </chakra.p>
        {license.status === "valid" && <Seal fingerprint={licenseFingerprint} />}
      </chakra.footer>
    </Sheet>
  );
}
