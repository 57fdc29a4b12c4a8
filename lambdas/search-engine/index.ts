import type { OpenIndex, OpenIndexing } from "./engine.ts";
import { FileIndex, type FileNames } from "./file/file-index.ts";

let opened: { readonly names: string; readonly file: FileIndex } | undefined;

/** Readers and writers of a process share a copy. */
function open(names: FileNames): FileIndex {
  const key = `${names.SEARCH_TABLE_NAME} ${names.SEARCH_BUCKET}`;
  if (opened?.names !== key) opened = { names: key, file: new FileIndex(names) };
  return opened.file;
}

export const openIndex = (names: FileNames): OpenIndex => open(names).index;

export const openIndexing = (names: FileNames): OpenIndexing => open(names);
