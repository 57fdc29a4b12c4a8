/** A picture's metadata: its author, and where its rights and licences are found. */
export interface PictureRights {
  readonly creator: string;
  readonly copyright: string;
  /** Line to print beside the picture, also the licensor. */
  readonly credit: string;
  /** The upload's own line, which replaces `credit`. */
  readonly creditLine?: string | undefined;
  /** URL of the licence terms. */
  readonly statement: string;
  /** URL of the page that licenses the picture. */
  readonly page: string;
  /** Absent in previews, which are made before the artwork exists. */
  readonly title?: string | undefined;
  /** How it was made, as a URI of IPTC's vocabulary. */
  readonly source?: string | undefined;
  /** The licence of a delivered copy. */
  readonly license?: {
    readonly licenseId: string;
    readonly imageId: string;
    readonly licensee: string;
    /** ISO 8601. */
    readonly start: string;
    readonly usage: string;
    readonly terms: string;
    readonly fingerprint: string;
    /** URL that verifies the fingerprint. */
    readonly verifier: string;
  };
}

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const NAMESPACES = Object.entries({
  dc: "http://purl.org/dc/elements/1.1/",
  photoshop: "http://ns.adobe.com/photoshop/1.0/",
  xmpRights: "http://ns.adobe.com/xap/1.0/rights/",
  Iptc4xmpExt: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
  plus: "http://ns.useplus.org/ldf/xmp/1.0/",
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join("");

const [RDF_END, REST] = ["</rdf:RDF>", '</x:xmpmeta><?xpacket end="r"?>'];
const EMPTY = Buffer.from(
  `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}">${RDF_END}${REST}`,
);

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Text of an element; characters that XML can't contain are left out. */
const text = (value: string) =>
  value
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character);

const inDefaultLanguage = (value: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${text(value)}</rdf:li></rdf:Alt>`;
const sequence = (value: string) => `<rdf:Seq><rdf:li>${text(value)}</rdf:li></rdf:Seq>`;
const bag = (value: string) => `<rdf:Bag><rdf:li>${text(value)}</rdf:li></rdf:Bag>`;
const structure = (fields: Readonly<Record<string, string>>) =>
  `<rdf:Seq><rdf:li rdf:parseType="Resource">${Object.entries(fields).map(toElement).join("")}</rdf:li></rdf:Seq>`;

const toElement = ([name, content]: readonly [string, string]) => `<${name}>${content}</${name}>`;

/** Properties of IPTC's photo metadata and of PLUS, by their names in XMP. */
const toProperties = ({
  creator,
  copyright,
  credit,
  creditLine = credit,
  statement,
  page,
  title,
  source,
  license,
}: PictureRights) => ({
  "dc:creator": sequence(creator),
  ...(title && { "dc:title": inDefaultLanguage(title) }),
  "dc:rights": inDefaultLanguage(copyright),
  "photoshop:Credit": text(creditLine),
  ...(source && { "Iptc4xmpExt:DigitalSourceType": text(source) }),
  "xmpRights:Marked": "True",
  "xmpRights:WebStatement": text(statement),
  "plus:Licensor": structure({ "plus:LicensorName": text(credit), "plus:LicensorURL": text(page) }),
  ...(license && {
    "xmpRights:UsageTerms": inDefaultLanguage(license.usage),
    "plus:Licensee": structure({ "plus:LicenseeName": text(license.licensee) }),
    "plus:LicensorImageID": text(license.imageId),
    "plus:LicenseID": text(license.licenseId),
    "plus:LicenseStartDate": text(license.start),
    "plus:TermsAndConditionsText": inDefaultLanguage(license.terms),
    "plus:TermsAndConditionsURL": text(statement),
    "plus:LicensorTransactionID": bag(license.fingerprint),
    "plus:OtherLicenseInfo": inDefaultLanguage(
      `License fingerprint ${license.fingerprint}, verified at ${license.verifier}`,
    ),
  }),
});

/** Adds missing properties to an XMP packet without changing existing ones. `undefined` unless it is RDF in UTF-8. */
export function addToXmp(packet: Buffer, rights: PictureRights): Buffer | undefined {
  const end = packet.lastIndexOf(RDF_END);
  if (end === -1) return undefined;
  const lacking = Object.entries(toProperties(rights)).filter(([name]) => !packet.includes(name));
  const description = `<rdf:Description rdf:about=""${NAMESPACES}>${lacking.map(toElement).join("")}</rdf:Description>`;
  return Buffer.concat([packet.subarray(0, end), Buffer.from(description), packet.subarray(end)]);
}

/** An XMP packet with only these rights. */
export const buildXmp = (rights: PictureRights) => addToXmp(EMPTY, rights) ?? EMPTY;
