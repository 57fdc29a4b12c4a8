import { vi } from "vitest";

/** Captures the files that the page would save, until the test ends. */
export function catchSavedFiles() {
  const blobs: Blob[] = [];
  const files: { readonly name: string; readonly text: Promise<string> }[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blobs.at(-1)?.text() ?? Promise.resolve("") });
  });
  return files;
}
