import { changeHomePage, readHomePage } from "#shared/contract/admin.ts";
import type { HomePage, HomePageChange } from "#shared/model/home-page.ts";
import { ArtworkId } from "#shared/model/ids.ts";
import { getDueState } from "#shared/rules/due-days.ts";
import { toDay } from "../../platform/runtime/day-range.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { unlessAway } from "../../search-engine/engine.ts";
import { toCard } from "../artwork/cards.ts";
import { type Curated, findCurated, replaceSelection } from "../artwork/curated.ts";
import { isShownTo } from "../artwork/find-artwork.ts";
import { findCards } from "../artwork/find-cards.ts";
import { findCategories } from "../artwork/find-categories.ts";
import type { AdminServices } from "./services.ts";

async function toHomePage({ table, index, now }: AdminServices, curated: Curated): Promise<HomePage> {
  const { artworkIds, days = {}, revision = 0 } = curated;
  const categories = findCategories({ table, index: index.withDeadline(), now }, curated);
  const [cards, found] = await Promise.all([findCards(table, artworkIds), unlessAway(categories, () => [])]);
  return {
    revision,
    curated: artworkIds.map((artworkId) => {
      const card = cards.get(artworkId);
      const dueState = getDueState(days[artworkId] ?? {}, toDay(now()));
      const state = dueState === "due" ? ("shown" as const) : dueState;
      return {
        artworkId: ArtworkId.parse(artworkId),
        artwork: card && !card.deletedAt ? toCard(card) : null,
        state: card && isShownTo(undefined, card) ? state : ("hidden" as const),
        from: days[artworkId]?.from ?? null,
        until: days[artworkId]?.until ?? null,
      };
    }),
    categories: found,
  };
}

/** The selection after a change. */
function toSelection(read: Curated, { curated, covers = [] }: HomePageChange): Curated {
  const kept = Object.entries(read.covers ?? {}).filter(([tag]) => !covers.some((cover) => cover.tag === tag));
  const chosen = covers.flatMap(({ tag, artworkId }) => (artworkId ? [[tag, artworkId] as const] : []));
  return {
    ...read,
    ...(curated && {
      artworkIds: curated.map(({ artworkId }) => artworkId),
      days: Object.fromEntries(
        curated.flatMap(({ artworkId, from, until }) => (from || until ? [[artworkId, { from, until }]] : [])),
      ),
    }),
    covers: Object.fromEntries([...kept, ...chosen]),
  };
}

/** True if visitors can see every artwork that a change adds. */
async function areAddedShown(table: OpenTable, read: Curated, next: Curated) {
  const listIds = ({ artworkIds, covers = {} }: Curated) => [...artworkIds, ...Object.values(covers)];
  const present = new Set(listIds(read));
  const added = new Set(listIds(next).filter((artworkId) => !present.has(artworkId)));
  const cards = await findCards(table, [...added]);
  return [...added].every((artworkId) => {
    const card = cards.get(artworkId);
    return card && isShownTo(undefined, card);
  });
}

export const readHomePageHandler = handle(readHomePage, async (_call, services: AdminServices) =>
  toHomePage(services, await findCurated(services.table, { consistent: true })),
);

export const changeHomePageHandler = handle(changeHomePage, async ({ body }, services: AdminServices) => {
  const { table } = services;
  const read = await findCurated(table, { consistent: true });
  if (body.revision !== (read.revision ?? 0)) return fail("home_page_changed");
  const next = toSelection(read, body);
  if (!(await areAddedShown(table, read, next))) return fail("artwork_unavailable");
  if (!(await replaceSelection(table, read, next))) return fail("home_page_changed");
  return toHomePage(services, { ...next, revision: body.revision + 1 });
});
