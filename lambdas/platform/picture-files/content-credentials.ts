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
function signerOf({ privateKey, certificates }: CredentialsKey): Signer {
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

function rightsAssertion({ creator, copyright, statement, source, license }: PictureRights) {
  const assertion = new MetadataAssertion();
  assertion.label = AssertionLabels.cawgMetadata;
  const entry = (prefix: keyof typeof NAMESPACES, name: string, value: MetadataEntry["value"] | undefined) => {
    if (value !== undefined) assertion.entries.push({ namespace: NAMESPACES[prefix], name, value });
  };
  entry("dc", "creator", [creator]);
  entry("dc", "rights", copyright);
  entry("xmpRights", "WebStatement", statement);
  entry("iptc", "DigitalSourceType", source);
  entry("plus", "LicenseID", license?.licenseId);
  entry("plus", "LicenseStartDate", license?.start);
  Object.assign(
    assertion.namespacePrefixes,
    Object.fromEntries(Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix])),
  );
  return assertion;
}

/**
 * A file with Content Credentials: that the artist's file was opened here and published, with its rights, bound to every
 * other byte and signed. `undefined` for a format that has none.
 */
export async function signPicture(
  file: Buffer,
  mime: string,
  { title, rights }: { readonly title: string; readonly rights: PictureRights },
  key: CredentialsKey,
): Promise<Buffer | undefined> {
  if (!hasAsset(mime)) return undefined;
  const asset = new ASSETS[mime](file);
  const signer = signerOf(key);
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
  Object.assign(original, { title, format: mime });
  const actions = new ActionAssertion();
  actions.label = AssertionLabels.actionsV2;
  for (const assertion of [binding, original]) manifest.addAssertion(assertion);
  actions.actions.push(
    { action: ActionType.C2paOpened, parameters: { ingredients: [manifest.createAssertionReference(original)] } },
    { action: ActionType.C2paPublished },
  );
  for (const assertion of [actions, rightsAssertion(rights)]) manifest.addAssertion(assertion);
  await asset.ensureManifestSpace(store.measureSize());
  await binding.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return Buffer.from(await asset.getDataRange());
}
