import { createPrivateKey, randomUUID, sign } from "node:crypto";
import { PemConverter, X509Certificate } from "@peculiar/x509";
import { JPEG, PNG } from "@trustnxt/c2pa-ts/asset";
import { CoseAlgorithmIdentifier, type Signer } from "@trustnxt/c2pa-ts/cose";
import {
  ActionAssertion,
  ActionType,
  AssertionLabels,
  ClaimVersion,
  DataHashAssertion,
  IngredientAssertion,
  ManifestStore,
  MetadataAssertion,
  type MetadataEntry,
  RelationshipType,
} from "@trustnxt/c2pa-ts/manifest";
import { APP_NAME } from "#shared/brand.ts";
import type { CredentialsKey } from "../signing/open-credentials.ts";
import type { PictureRights } from "./xmp.ts";

/** Formats that the library supports; GIF can't contain credentials. */
const ASSETS = { "image/jpeg": JPEG, "image/png": PNG } as const;

const hasAsset = (mime: string): mime is keyof typeof ASSETS => Object.hasOwn(ASSETS, mime);

const NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  xmpRights: "http://ns.adobe.com/xap/1.0/rights/",
  plus: "http://ns.useplus.org/ldf/xmp/1.0/",
  iptc: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
} as const;

/** Signs as C2PA requires, with the raw pair of numbers instead of DER. */
function createSigner({ privateKey, certificates }: CredentialsKey): Signer {
  const [certificate, ...chainCertificates] = PemConverter.decode(certificates).map((der) => new X509Certificate(der));
  if (!certificate) throw new Error("The secret of Content Credentials has no certificate");
  const key = createPrivateKey(privateKey);
  return {
    certificate,
    chainCertificates,
    algorithm: CoseAlgorithmIdentifier.ES256,
    sign: async (payload) => sign("sha256", payload, { key, dsaEncoding: "ieee-p1363" }),
  };
}

type Entry = readonly [prefix: keyof typeof NAMESPACES, name: string, value: MetadataEntry["value"] | undefined];

function buildMetadataAssertion(entries: readonly Entry[]) {
  const assertion = new MetadataAssertion();
  assertion.label = AssertionLabels.cawgMetadata;
  for (const [prefix, name, value] of entries) {
    if (value !== undefined) assertion.entries.push({ namespace: NAMESPACES[prefix], name, value });
  }
  Object.assign(
    assertion.namespacePrefixes,
    Object.fromEntries(Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix])),
  );
  return assertion;
}

/** The licence, asserted by us. */
const buildLicenseAssertion = ({ statement, license }: PictureRights) =>
  buildMetadataAssertion([
    ["xmpRights", "WebStatement", statement],
    ["plus", "LicenseID", license?.licenseId],
    ["plus", "LicenseStartDate", license?.start],
  ]);

/** The account that the file is delivered to. */
export interface Account {
  readonly userId: string;
  /** Undefined once the account is closed. */
  readonly username: string | undefined;
}

/** The artist's own statements, with their account beside the name. */
function buildStatementsAssertion(
  { creator, copyright, source }: PictureRights,
  title: string,
  { userId, username }: Account,
) {
  const account = username ? `@${username}, account ${userId}` : `account ${userId}`;
  return buildMetadataAssertion([
    ["dc", "title", title],
    ["dc", "creator", [`${creator} (${account})`]],
    ["dc", "rights", copyright],
    ["iptc", "DigitalSourceType", source],
  ]);
}

/**
 * Adds signed Content Credentials: the artist's file was opened here and published under a licence; every other byte is
 * covered. The artist's statements are gathered assertions, since signers vouch only for created ones. `undefined` for
 * unsupported formats.
 */
export async function signPicture(
  file: Buffer,
  mime: string,
  { title, rights, account }: { readonly title: string; readonly rights: PictureRights; readonly account: Account },
  key: CredentialsKey,
): Promise<Buffer | undefined> {
  if (!hasAsset(mime)) return undefined;
  const asset = new ASSETS[mime](file);
  const signer = createSigner(key);
  const store = new ManifestStore();
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V2,
    assetFormat: mime,
    instanceID: `xmp:iid:${randomUUID()}`,
    defaultHashAlgorithm: "SHA-256",
    signer,
  });
  Object.assign(manifest.claim ?? {}, { claimGeneratorName: APP_NAME, claimGeneratorVersion: undefined });
  const binding = DataHashAssertion.create("SHA-256");
  const original = IngredientAssertion.createV3(RelationshipType.ParentOf);
  Object.assign(original, { format: mime });
  const actions = new ActionAssertion();
  actions.label = AssertionLabels.actionsV2;
  for (const assertion of [binding, original]) manifest.addAssertion(assertion);
  actions.actions.push(
    { action: ActionType.C2paOpened, parameters: { ingredients: [manifest.createAssertionReference(original)] } },
    { action: ActionType.C2paPublished },
  );
  for (const assertion of [actions, buildLicenseAssertion(rights)]) manifest.addAssertion(assertion);
  const statements = buildStatementsAssertion(rights, title, account);
  statements.labelSuffix = 1;
  manifest.assertions?.assertions.push(statements);
  manifest.claim?.gatheredAssertions.push(manifest.createAssertionReference(statements));
  await asset.ensureManifestSpace(store.measureSize());
  await binding.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return Buffer.from(await asset.getDataRange());
}
