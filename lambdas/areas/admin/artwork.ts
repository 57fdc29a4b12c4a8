import {
  decideArtwork,
  findReviewedArtwork,
  previewArtworkMails,
  readReviewedArtwork,
} from "#shared/contract/admin.ts";
import { PAGE } from "#shared/limits.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { Failure, fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { findArtwork } from "../artwork/find-artwork.ts";
import { showArtworkRecord, showArtworks } from "../cases/show-cases.ts";
import { orFailWaking } from "../search/fail-waking.ts";
import { formatArtwork } from "../search/sources.ts";
import { decideAboutArtwork } from "./decide-artwork.ts";
import { previewMails } from "./preview-mails.ts";
import type { AdminServices } from "./services.ts";

/** The id in an artwork's link or path, or the id itself. */
const findArtworkId = (text: string) => {
  const path = URL.parse(text, "https://site.invalid")?.pathname ?? "";
  return ArtworkId.safeParse(/^\/artwork\/([^/]+)/.exec(path)?.[1] ?? text).data;
};

const toWholePage = <T>(items: readonly T[]) => ({ items: [...items], cursor: null, hasMore: false });

export const findReviewedArtworkHandler = handle(
  findReviewedArtwork,
  async ({ query: { q } }, services: AdminServices) => {
    const artworkId = findArtworkId(q);
    if (artworkId) return toWholePage(await showArtworks(services, [artworkId]));
    const searched = { kind: "artwork", query: q, isIncomplete: true, limit: PAGE.search } as const;
    const page = await orFailWaking(services, services.index.withDeadline().findPage(searched));
    if (page instanceof Failure) return page;
    const ids = page.found.map(({ card }) => formatArtwork(card).artworkId);
    return toWholePage(await showArtworks(services, ids));
  },
);

export const readReviewedArtworkHandler = handle(
  readReviewedArtwork,
  async ({ params: { artworkId } }, services: AdminServices) => {
    const artwork = await findArtwork(services.table, artworkId);
    return artwork ? showArtworkRecord(services, artwork) : fail("artwork_not_found");
  },
);

export const previewArtworkMailsHandler = handle(
  previewArtworkMails,
  async ({ params: { artworkId }, body }, services: AdminServices) => {
    if (!(await findArtwork(services.table, artworkId))) return fail("artwork_not_found");
    return { mails: await previewMails(services, { caseId: services.newId(), kind: "review", artworkId }, body) };
  },
);

export const decideArtworkHandler = handle(
  decideArtwork,
  async ({ params: { artworkId }, body, actor }, services: AdminServices) => {
    const refused = await decideAboutArtwork(services, artworkId, body, actor.userId);
    if (refused) return refused;
    const artwork = await findArtwork(services.table, artworkId);
    return artwork ? showArtworkRecord(services, artwork) : fail("artwork_not_found");
  },
);
