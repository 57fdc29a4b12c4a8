/** The id in a link as reports contain it: an address of the site or its path. Undefined for other links. */
export function parseLinkId(link: string, folder: "artwork" | "messages", siteOrigin: string): string | undefined {
  const address = URL.parse(link, siteOrigin);
  if (address?.origin !== siteOrigin) return undefined;
  return new RegExp(`^/${folder}/([^/]+)$`).exec(address.pathname)?.[1];
}
