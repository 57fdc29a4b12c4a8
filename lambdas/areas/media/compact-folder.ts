import { string } from "dynamodb-toolbox/schema";
import { uuidCodec } from "../../platform/table/item-key.ts";
import { WIDE_FOLDER } from "./preview-paths.ts";

const UUID_LENGTH = 36;
const COMPACT_LENGTH = 22;

const folderCodec = {
  encode: (folder: string) =>
    uuidCodec.encode(folder.slice(0, UUID_LENGTH)) + (folder.endsWith(WIDE_FOLDER) ? "+" : ""),
  decode: (stored: string) =>
    uuidCodec.decode(stored.slice(0, COMPACT_LENGTH)) + (stored.endsWith("+") ? WIDE_FOLDER : ""),
};

/** Stores the name of a folder of previews as a UUID is stored, with a mark where it holds the widest ones too. */
export const compactFolder = () => string().transform(folderCodec);
