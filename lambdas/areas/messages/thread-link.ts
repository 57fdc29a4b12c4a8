import { ThreadId } from "#shared/model/ids.ts";

const THREAD_PATH = /^\/messages\/([^/]+)$/;

/** The id of the thread that a link leads to, as notices name it; undefined where it leads elsewhere. */
export function threadIdIn(link: string, siteOrigin: string): ThreadId | undefined {
  const address = URL.parse(link, siteOrigin);
  const id = address?.origin === siteOrigin ? THREAD_PATH.exec(address.pathname)?.[1] : undefined;
  return ThreadId.safeParse(id).data;
}
