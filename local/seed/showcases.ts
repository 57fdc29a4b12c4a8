import type { DemoData } from "#local/seed/client.ts";
import { runConcurrently } from "#local/seed/run-concurrently.ts";

interface Showcase {
  readonly links: readonly string[];
  /** Titles of own artwork. */
  readonly banner: string;
  readonly pinned: readonly string[];
}

/** Links, banner and pinned artwork of some artists' pages, by username. */
export const SHOWCASES: Readonly<Record<string, Showcase>> = {
  "demo.artist": {
    links: ["https://ines-calloway.example/", "https://paper-mountains.example/prints"],
    banner: "Counting Ridges",
    pinned: ["First Light over Tarn Hollow", "Night Ferry", "Thin Air"],
  },
  "kaisa.lindroos": {
    links: ["https://lindroos.example/"],
    banner: "Harbour Rush",
    pinned: ["Undertow", "Birch Bark Code"],
  },
  marisol_vega: {
    links: ["https://marisol-vega.example/", "https://seven-colours.example/"],
    banner: "Playa Magenta",
    pinned: ["Two Islands at Supper", "Red Sun, Long Shadow", "Sierra de Arena"],
  },
};

/** Gives artists their links, pinned artwork and banner; again it changes nothing. */
export async function addShowcases({ sessions, artworkIds, signal }: DemoData): Promise<void> {
  await runConcurrently(
    Object.entries(SHOWCASES),
    async ([userUsername, { links, banner, pinned }]) => {
      const session = sessions.get(userUsername);
      if (!session) return;
      await session.call({
        step: `complete the page of ${userUsername}`,
        method: "PATCH",
        path: `/api/users/${session.userId}`,
        body: {
          userLinks: links,
          userPinned: pinned.flatMap((title) => artworkIds.get(title) ?? []),
          userBanner: artworkIds.get(banner) ?? null,
        },
      });
    },
    signal,
  );
}
