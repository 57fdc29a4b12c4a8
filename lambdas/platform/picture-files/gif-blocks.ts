const HEADER_BYTES = 13;

/** Bytes of the table of colours that these flags announce. */
export const sizeColorTable = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Where a GIF's first block begins, behind its header and the colours of all frames. */
export const findFirstBlock = (file: Buffer) => HEADER_BYTES + sizeColorTable(file[10]);

/** Name of the application block that holds XMP. */
export const GIF_XMP = "XMP DataXMP";
