/** Folder of the originals bucket that browsers upload to; leftovers expire. */
export const UPLOAD_FOLDER = "uploads";

/** Verified originals. */
export const ORIGINALS_FOLDER = "originals";

/** Previews of paid artwork without a watermark, for licence holders; in the originals bucket. */
export const LICENSED_FOLDER = "licensed";

/** Previews of blocked artwork; in the originals bucket. */
export const WITHHELD_FOLDER = `${LICENSED_FOLDER}/withheld`;

/** Files of buyers with their licence embedded; generated on request, and they expire. */
export const DELIVERY_FOLDER = "delivered";

/** Archives of personal data that users requested; they expire. */
export const ARCHIVE_FOLDER = "exports";

/** Path of the previews on the site, and therefore the prefix of their keys. */
export const PREVIEW_FOLDER = "media";

/** Vite's folder for files with a hash in their name. */
export const HASHED_FOLDER = "assets";

/** Brotli copies of the hashed files, under the same names. */
export const COMPRESSED_FOLDER = "br";

/** Path of the socket on the site, and therefore the stage name of its API: CloudFront forwards paths unchanged. */
export const SOCKET_PATH = "socket";
