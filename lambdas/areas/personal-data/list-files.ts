import type { Signing } from "../../platform/signing/open-signing.ts";
import type { Media } from "../media/find-media.ts";
import type { Previews } from "../media/open-previews.ts";
import type { Uploads } from "../media/open-uploads.ts";
import { fileNameOf } from "../purchases/api/licenses/file-name.ts";
import { signCertificate } from "../purchases/order/sign-certificate.ts";
import type { Collected } from "./collect.ts";
import { readEach } from "./read-each.ts";

/** A file of an export; pictures are read when their turn comes, since together they may have gigabytes. */
export interface ExportFile {
  /** Its path in the export. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** Where files come from: of an avatar the file that was sent isn't kept, so its largest square stands for it. */
export interface FileSources {
  readonly uploads: Pick<Uploads, "read" | "sizeOf">;
  readonly shownPreviews: Pick<Previews, "readAvatar">;
  readonly signing: Signing;
}

const written = (name: string, content: Uint8Array): ExportFile => ({
  name,
  size: content.length,
  read: async () => content,
});

const json = (name: string, content: unknown) =>
  written(name, Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`));

/** The file of an upload; `undefined` where it is gone. */
async function pictureOf(media: Media, { uploads, shownPreviews }: FileSources): Promise<ExportFile | undefined> {
  const { mediaId, kind, mime, originalKey, previewKey } = media;
  if (kind === "avatar") {
    const square = await shownPreviews.readAvatar(previewKey);
    return square && written(`pictures/${fileNameOf(mediaId, "image/jpeg")}`, square);
  }
  const size = await uploads.sizeOf(originalKey);
  if (size === undefined) return undefined;
  const read = async () => {
    const picture = await uploads.read(originalKey);
    if (!picture) throw new Error(`The file of ${mediaId} went while it was exported`);
    return picture;
  };
  return { name: `pictures/${fileNameOf(mediaId, mime)}`, size, read };
}

/**
 * Everything that an export consists of: `data.json`, the certificate of each order, and the pictures, newest first, as many as
 * `maxBytes` hold; `data.json` names the others.
 */
export async function listFiles(
  { data, media, orders }: Collected,
  sources: FileSources,
  maxBytes = Number.POSITIVE_INFINITY,
) {
  const byId = new Map(media.map((each) => [each.mediaId, each]));
  const newestFirst = [...byId.keys()].toSorted().toReversed();
  const pictures = await readEach(newestFirst, async (mediaId) => {
    const each = byId.get(mediaId);
    return each && pictureOf(each, sources);
  });
  const certificates = await Promise.all(
    orders.map(async (order) =>
      json(`certificates/${order.orderId}.json`, await signCertificate(order, sources.signing)),
    ),
  );
  let held = 0;
  for (let bytes = pictures[0]?.size ?? 0; held < pictures.length && bytes <= maxBytes; held++) {
    bytes += pictures[held + 1]?.size ?? 0;
  }
  const picturesLeftOut = pictures.slice(held).map(({ name }) => name);
  return {
    files: [json("data.json", { ...data, picturesLeftOut }), ...certificates, ...pictures.slice(0, held)],
    pictures: held,
    leftOut: picturesLeftOut.length,
  };
}
