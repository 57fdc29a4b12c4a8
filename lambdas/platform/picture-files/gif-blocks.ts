const HEADER_BYTES = 13;

/** Bytes of the table of colours that these flags announce. */
export const computeColorTableBytes = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Position of a GIF's first block, after its header and global colour table. */
export const findFirstBlock = (file: Buffer) => HEADER_BYTES + computeColorTableBytes(file[10]);

/** Name of the application block with XMP. */
export const GIF_XMP = "XMP DataXMP";
