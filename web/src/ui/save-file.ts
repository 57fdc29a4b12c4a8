/** Downloads text or bytes as a file. */
export function saveFile(name: string, type: string, content: BlobPart) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Late enough for the browser to have started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
