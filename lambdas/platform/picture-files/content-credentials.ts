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

/** Formats that the library reads; GIF has no place for credentials in it. */
const ASSETS = { "image/jpeg": JPEG, "image/png": PNG } as const;

const hasAsset = (mime: string): mime is keyof typeof ASSETS => Object.hasOwn(ASSETS, mime);

const NAMESPACES = {
  dc: "http://purl.org/dc/elements/1.1/",
  xmpRights: "http://ns.adobe.com/xap/1.0/rights/",
  plus: "http://ns.useplus.org/ldf/xmp/1.0/",
  iptc: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
} as const;

/** The key signs as C2PA has it, by the two numbers of its signature in place of their encoding. */
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

function metadataAssertion(entries: readonly Entry[]) {
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

/** The licence, which is ours to say. */
const licenseAssertion = ({ statement, license }: PictureRights) =>
  metadataAssertion([
    ["xmpRights", "WebStatement", statement],
    ["plus", "LicenseID", license?.licenseId],
    ["plus", "LicenseStartDate", license?.start],
  ]);

/** The account that a file is delivered for. */
export interface Account {
  readonly userId: string;
  /** Its handle; `undefined` once it is closed. */
  readonly username: string | undefined;
}

/** The artist's own statements, with the account that made them beside the name. */
function statementsAssertion(
  { creator, copyright, source }: PictureRights,
  title: string,
  { userId, username }: Account,
) {
  const account = username ? `@${username}, account ${userId}` : `account ${userId}`;
  return metadataAssertion([
    ["dc", "title", title],
    ["dc", "creator", [`${creator} (${account})`]],
    ["dc", "rights", copyright],
    ["iptc", "DigitalSourceType", source],
  ]);
}

/**
 * A file with Content Credentials: that the artist's file was opened here and published under a licence, bound to every other byte
 * and signed. The artist's own statements are gathered assertions of the claim: its signer vouches for created ones only.
 * `undefined` for a format that has none.
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
  for (const assertion of [actions, licenseAssertion(rights)]) manifest.addAssertion(assertion);
  const statements = statementsAssertion(rights, title, account);
  statements.labelSuffix = 1;
  manifest.assertions?.assertions.push(statements);
  manifest.claim?.gatheredAssertions.push(manifest.createAssertionReference(statements));
  await asset.ensureManifestSpace(store.measureSize());
  await binding.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return Buffer.from(await asset.getDataRange());
}
