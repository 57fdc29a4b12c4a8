/** The id in a URL of the site, or in its path alone. Undefined for other URLs. */
export function parseLinkId(link: string, folder: "artwork" | "messages", siteOrigin: string): string | undefined {
  const address = URL.parse(link, siteOrigin);
  if (address?.origin !== siteOrigin) return undefined;
  return new RegExp(`^/${folder}/([^/]+)$`).exec(address.pathname)?.[1];
}
