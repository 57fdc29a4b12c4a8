import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { openLicensedPreviews, type Previews } from "./open-previews.ts";

/** The private bucket of originals, which hands out files by signed links only. */
class Downloads {
  readonly #client = new S3Client({});
  readonly #bucket: string;
  readonly licensedPreviews: Pick<Previews, "readSmallest" | "signPreviews">;

  constructor(bucket: string) {
    this.#bucket = bucket;
    this.licensedPreviews = openLicensedPreviews({ ORIGINALS_BUCKET: bucket });
  }

  /** A link, valid for a minute, that downloads the file under a name. */
  linkTo(key: string, fileName: string): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentDisposition: formatDisposition(fileName),
      ResponseCacheControl: "private, no-store",
    });
    return this.#sign(command);
  }

  /** A link, valid for a minute, that displays the file. */
  linkToShow(key: string): Promise<string> {
    return this.#sign(
      new GetObjectCommand({ Bucket: this.#bucket, Key: key, ResponseCacheControl: "private, no-store" }),
    );
  }

  #sign(command: GetObjectCommand) {
    return getSignedUrl(this.#client, command, { expiresIn: LIFETIMES.originalLink });
  }
}

/** Both forms of a file's name, since only one of them allows any character (RFC 6266). */
function formatDisposition(fileName: string) {
  const plain = fileName.replace(/[^\w. ()-]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

export const openDownloads = ({ ORIGINALS_BUCKET }: { readonly ORIGINALS_BUCKET: string }) =>
  new Downloads(ORIGINALS_BUCKET);
