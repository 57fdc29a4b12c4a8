const EXTENSIONS: Readonly<Record<string, string>> = { "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif" };

/** Letters that some system forbids in a file's name, and control characters. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;

/** Names of devices on Windows. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Fewer than the 255 that file systems take, since a number and an ending follow. */
const MOST_BYTES = 200;

/** As much of a text as its bytes in UTF-8 allow, without half a character. */
const cut = (text: string) => new TextDecoder().decode(Buffer.from(text).subarray(0, MOST_BYTES), { stream: true });

/** The name of a picture's file: its title, fit for any system, and from the second of this title on a number. */
export function buildFileName(title: string, mime: string, nth = 1): string {
  const name = cut(title.normalize("NFC").replace(FORBIDDEN, " ").replace(/\s+/g, " "))
    .replace(/^[. ]+|[. ]+$/g, "")
    .replace(RESERVED, "$&_");
  return `${name || "artwork"}${nth > 1 ? ` (${nth})` : ""}.${EXTENSIONS[mime] ?? "jpg"}`;
}
