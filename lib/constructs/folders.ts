/** Where browsers upload to in the originals bucket; what stays there is swept. */
export const UPLOAD_FOLDER = "uploads";

/** Where verified originals stay. */
export const ORIGINALS_FOLDER = "originals";

/** Previews without a watermark of artwork that costs money, for holders of a licence; in the originals bucket. */
export const LICENSED_FOLDER = "licensed";

/** Files of buyers, each with its licence in it; they are made again when asked for, and swept. */
export const DELIVERY_FOLDER = "delivered";

/** Archives of their data that people asked for; swept. */
export const ARCHIVE_FOLDER = "exports";

/** Path of the previews on the site, and so the folder of their keys. */
export const PREVIEW_FOLDER = "media";

/** Vite's folder for files whose name carries their hash. */
export const HASHED_FOLDER = "assets";

/** Copies of them in brotli, under the same names. */
export const COMPRESSED_FOLDER = "br";

/** Path of the socket on the site, and so the name of its API's stage: CloudFront passes paths on as they are. */
export const SOCKET_PATH = "socket";
