/** The id of what a link leads to, as notices name it: an address of the site or its path. Undefined where it leads elsewhere. */
export function parseLinkId(link: string, folder: "artwork" | "messages", siteOrigin: string): string | undefined {
  const address = URL.parse(link, siteOrigin);
  if (address?.origin !== siteOrigin) return undefined;
  return new RegExp(`^/${folder}/([^/]+)$`).exec(address.pathname)?.[1];
}
