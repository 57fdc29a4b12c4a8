import type { Signing } from "../../platform/signing/open-signing.ts";
import type { Media } from "../media/find-media.ts";
import type { Previews } from "../media/open-previews.ts";
import type { Uploads } from "../media/open-uploads.ts";
import { buildFileName } from "../purchases/api/licenses/file-name.ts";
import { signCertificate } from "../purchases/order/sign-certificate.ts";
import type { Collected } from "./collect.ts";
import { readEach } from "./read-each.ts";

/** A file of an export; pictures are read one by one, since together they may have gigabytes. */
export interface ExportFile {
  /** Its path in the export. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

interface Picture extends ExportFile {
  readonly mediaId: string;
}

/** Sources of files. An avatar's original isn't kept, so its largest square is exported. */
export interface FileSources {
  readonly uploads: Pick<Uploads, "read" | "readSize">;
  readonly publicPreviews: Pick<Previews, "readAvatar">;
  readonly signing: Signing;
}

const toFile = (name: string, content: Uint8Array): ExportFile => ({
  name,
  size: content.length,
  read: async () => content,
});

const toJsonFile = (name: string, content: unknown) =>
  toFile(name, Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`));

/** Equal for names that a file system may treat as the same, whatever its case rules. */
const foldCase = (name: string) => name.toUpperCase().toLowerCase();

/** Gives each picture a path by its artwork's title or its id, unique on every file system. */
function assignPaths(media: readonly Media[], titles: Collected["titles"]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const lastNumbers = new Map<string, number>();
  const assignPath = ({ mediaId, kind, mime }: Media) => {
    const isAvatar = kind === "avatar";
    const title = isAvatar ? "avatar" : (titles.get(mediaId) ?? mediaId);
    for (let nth = (lastNumbers.get(foldCase(title)) ?? 0) + 1; ; nth++) {
      const name = buildFileName(title, isAvatar ? "image/jpeg" : mime, nth);
      lastNumbers.set(foldCase(title), nth);
      if (taken.has(foldCase(name))) continue;
      taken.add(foldCase(name));
      return `pictures/${name}`;
    }
  };
  return new Map(media.map((each) => [each.mediaId, assignPath(each)]));
}

/** The file of an upload; `undefined` if it is missing. */
async function findPicture(
  { mediaId, kind, originalKey, previewKey }: Media,
  name: string,
  { uploads, publicPreviews }: FileSources,
): Promise<Picture | undefined> {
  if (kind === "avatar") {
    const square = await publicPreviews.readAvatar(previewKey);
    return square && { mediaId, ...toFile(name, square) };
  }
  const size = await uploads.readSize(originalKey);
  if (size === undefined) return undefined;
  const read = async () => {
    const picture = await uploads.read(originalKey);
    if (!picture) throw new Error(`The file of ${mediaId} was deleted while it was exported`);
    return picture;
  };
  return { mediaId, name, size, read };
}

/**
 * All files of an export: `data.json`, the certificate of each order, and the newest pictures up to `maxBytes`; `data.json`
 * lists the others and each picture's upload.
 */
export async function listFiles(
  { data, media, titles, orders }: Collected,
  sources: FileSources,
  maxBytes = Number.POSITIVE_INFINITY,
) {
  const byId = new Map(media.map((each) => [each.mediaId, each]));
  const newestFirst = [...byId.values()].toSorted((one, other) => (one.mediaId < other.mediaId ? 1 : -1));
  const paths = assignPaths(newestFirst, titles);
  const pictures = await readEach(newestFirst, (each) => findPicture(each, paths.get(each.mediaId) ?? "", sources));
  const certificates = await Promise.all(
    orders.map(async (order) =>
      toJsonFile(`certificates/${order.orderId}.json`, await signCertificate(order, sources.signing)),
    ),
  );
  let held = 0;
  for (let bytes = pictures[0]?.size ?? 0; held < pictures.length && bytes <= maxBytes; held++) {
    bytes += pictures[held + 1]?.size ?? 0;
  }
  const picturesLeftOut = pictures.slice(held).map(({ name }) => name);
  const pictureFiles = Object.fromEntries(pictures.map(({ mediaId, name }) => [mediaId, name]));
  return {
    files: [
      toJsonFile("data.json", { ...data, pictureFiles, picturesLeftOut }),
      ...certificates,
      ...pictures.slice(0, held),
    ],
    pictures: held,
    leftOut: picturesLeftOut.length,
  };
}
