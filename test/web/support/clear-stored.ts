/** Empties everything that a browser stores for the site. */
export function clearStored() {
  for (const cookie of document.cookie.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: the DOM of the tests has no Cookie Store
    document.cookie = `${cookie.split("=")[0]}=; Path=/; Max-Age=-1`;
  }
  localStorage.clear();
  sessionStorage.clear();
}
