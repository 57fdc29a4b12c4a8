import { chakra, Heading } from "@chakra-ui/react";
import type { ReactNode } from "react";
import { APP_NAME } from "#shared/brand.ts";
import { buildStatement, formatDay, listAllowedUses, listParties, REVOKED } from "#shared/certificate/words.ts";
import { formatPrice } from "#shared/format.ts";
import { EXCLUSIVE_TERM, isOfOwnKind } from "#shared/license-terms.ts";
import type { Certificate } from "#shared/model/license.ts";
import type { License, Order } from "#shared/model/order.ts";
import { formatOrderNumber } from "#shared/rules/order-number.ts";
import { getPictureAlt } from "#shared/rules/picture-alt.ts";
import { findFallback } from "#web/ui/picture/sources.ts";
import { QrCode } from "#web/ui/qr-code.tsx";
import { useLicensedPicture } from "./licensed-previews.ts";

/** A seal with the start of the fingerprint. Decorative: all of it is printed as text. */
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
    // Fits on one sheet of paper.
    gap: { base: "6", md: "8", _print: "3" },
    padding: { base: "6", md: "14", _print: "5" },
    // Frame of the sheet.
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
    gap: { base: "3", _print: "1.5" },
    paddingTop: { base: "5", _print: "3" },
    borderTopWidth: "1px",
    borderColor: "neutral.200",
    "& div": { display: { _print: "flex" }, gap: "2" },
    "& dt": { flexShrink: "0" },
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

/** On the sheet itself, so that no copy passes for a valid licence. */
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
      {REVOKED}
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
  return (
    <chakra.p textStyle={{ base: "lg", md: "xl", _print: "lg" }} maxWidth="text" overflowWrap="anywhere">
      {buildStatement(license, artwork.title).map(({ text, isStrong }) => (
        <bdi key={text}>{isStrong ? <strong>{text}</strong> : text}</bdi>
      ))}
    </chakra.p>
  );
}

function Uses({ license }: { readonly license: License }) {
  const { holder, rights, examples } = listAllowedUses(license);
  return (
    <chakra.section aria-labelledby="uses" display="grid" gap="2" overflowWrap="anywhere">
      <Heading as="h2" size="lg" id="uses" color="neutral.950">
        What it allows
      </Heading>
      <chakra.p textStyle={{ _print: "sm" }}>
        <bdi>{holder}</bdi>
        {rights}
      </chakra.p>
      <chakra.ul display="grid" gap="1" paddingLeft="5" listStyleType="disc" textStyle={{ base: "sm", _print: "xs" }}>
        {examples.map((example) => (
          <li key={example}>{example}</li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}

/** Additions of an offer to the license's terms. */
const Agreement = ({ license: { licenseTerms, licenseExclusive } }: { readonly license: License }) => (
  <chakra.section aria-labelledby="agreement" display="grid" gap="2" overflowWrap="anywhere">
    <Heading as="h2" size="lg" id="agreement" color="neutral.950">
      What the two sides agreed on
    </Heading>
    {licenseExclusive && <chakra.p textStyle="sm">{EXCLUSIVE_TERM}</chakra.p>}
    {licenseTerms && (
      <chakra.p textStyle="sm" whiteSpace="pre-line" dir="auto">
        {licenseTerms}
      </chakra.p>
    )}
  </chakra.section>
);

/** The certificate as a sheet of A4. */
export function CertificateSheet({ order, certificate, verifier }: CertificateSheetProps) {
  const { artwork, license } = order;
  const { payload, licenseFingerprint, signature, keyId } = certificate;
  const { picture, isWaiting, onError } = useLicensedPicture(
    order.downloadable ? { orderId: license.orderId } : null,
    artwork,
  );
  const shown = findFallback(isWaiting ? artwork.previews : picture.previews);
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
          alt={getPictureAlt({ ...artwork, artworkTitle: artwork.title })}
          width="full"
          height="auto"
          maxHeight={{ base: "20rem", _print: "9rem" }}
          objectFit="contain"
          objectPosition="left top"
        />
        <Statement order={order} />
      </chakra.div>
      {license.status === "valid" && <Uses license={license} />}
      {isOfOwnKind(license) && <Agreement license={license} />}
      <chakra.dl
        display="grid"
        gap="4"
        gridTemplateColumns={{
          base: "repeat(2, minmax(0, 1fr))",
          md: "repeat(3, minmax(0, 1fr))",
          _print: "repeat(3, minmax(0, 1fr))",
        }}
      >
        {listParties(license).map(({ label, value }) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
        <Fact name="Issued">
          <time dateTime={payload.created}>{formatDay(payload.created)}</time>
        </Fact>
        <Fact name="Price">{formatPrice(payload.licensePrice / 100, { decimals: 2 })}</Fact>
      </chakra.dl>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="5">
        <QrCode value={verifier} label="QR code of the address that verifies this license" side="8rem" />
        <chakra.p flex="1 1 14rem" minWidth="0" textStyle="sm" color="neutral.600" overflowWrap="anywhere">
          Check whether this license is still in force at {verifier}
        </chakra.p>
        {license.status === "valid" && <Seal fingerprint={licenseFingerprint} />}
      </chakra.div>
      <Numbers>
        <Fact name="Order">{formatOrderNumber(order.orderId)}</Fact>
        <Fact name="Fingerprint">{licenseFingerprint}</Fact>
        <Fact name="License">{payload.licenseId}</Fact>
        <Fact name="Artwork and version">
          {payload.artworkId} / {payload.versionId}
        </Fact>
        <Fact name="Original (SHA-256)">{payload.mediaSha256}</Fact>
        <Fact name="License text (SHA-256)">{payload.termsHash}</Fact>
        <Fact name={`Signature (Ed25519, key ${keyId})`}>{signature}</Fact>
      </Numbers>
    </Sheet>
  );
}
