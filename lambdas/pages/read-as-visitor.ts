import type { APIGatewayProxyEventV2 } from "aws-lambda";
import {
  listArtwork,
  listCategories,
  listCurated,
  listPopularThisWeek,
  readArtwork,
} from "#shared/contract/artwork.ts";
import { listCollections, readCollection } from "#shared/contract/collections.ts";
import { listComments, listReviews } from "#shared/contract/community.ts";
import { listFavorites } from "#shared/contract/favorites.ts";
import { listAnnouncements } from "#shared/contract/follows.ts";
import { search } from "#shared/contract/search.ts";
import { listUserArtwork, readUser } from "#shared/contract/users.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";
import { listArtworkHandler, listCuratedHandler, listPopularThisWeekHandler } from "../areas/artwork/list-artwork.ts";
import { listCategoriesHandler } from "../areas/artwork/list-categories.ts";
import { readArtworkHandler } from "../areas/artwork/read-artwork.ts";
import { listCollectionsHandler, readCollectionHandler } from "../areas/collections/collections.ts";
import { listCommentsHandler } from "../areas/community/list-comments.ts";
import { listReviewsHandler } from "../areas/community/reviews.ts";
import { listFavoritesHandler } from "../areas/favorites/favorites.ts";
import { listAnnouncementsHandler } from "../areas/follows/announcements.ts";
import { searchHandler } from "../areas/search/search.ts";
import { listUserArtworkHandler } from "../areas/users/artwork-lists.ts";
import { readUserHandler } from "../areas/users/profile.ts";
import type { Handler } from "../platform/runtime/handle.ts";
import type { PageServices } from "./services.ts";

/** Handlers of pages' first requests, by route key. */
const HANDLERS = new Map<string, Handler<PageServices>>([
  [buildRouteKey(listArtwork), listArtworkHandler],
  [buildRouteKey(listCurated), listCuratedHandler],
  [buildRouteKey(listPopularThisWeek), listPopularThisWeekHandler],
  [buildRouteKey(readArtwork), readArtworkHandler],
  [buildRouteKey(listComments), listCommentsHandler],
  [buildRouteKey(listReviews), listReviewsHandler],
  [buildRouteKey(readUser), readUserHandler],
  [buildRouteKey(listUserArtwork), listUserArtworkHandler],
  [buildRouteKey(listFavorites), listFavoritesHandler],
  [buildRouteKey(listCollections), listCollectionsHandler],
  [buildRouteKey(listAnnouncements), listAnnouncementsHandler],
  [buildRouteKey(readCollection), readCollectionHandler],
  [buildRouteKey(search), searchHandler],
  [buildRouteKey(listCategories), listCategoriesHandler],
]);

const toTexts = (values: object = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** The call as API Gateway would pass it from a visitor without token and cookies. */
const buildVisitorEvent = (route: Route, { params, query }: Input) =>
  ({
    routeKey: buildRouteKey(route),
    headers: {},
    pathParameters: toTexts(params),
    queryStringParameters: toTexts(query),
    requestContext: { http: { method: route.method, sourceIp: "" } },
  }) as unknown as APIGatewayProxyEventV2;

interface Input {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
}

/**
 * Calls the handler in this process: a page's data is checked and stripped like any API response, without a token. Throws for
 * a route that no page reads.
 */
export async function readAsVisitor(services: PageServices, route: Route, input: Input) {
  const handler = HANDLERS.get(buildRouteKey(route));
  if (!handler) throw new Error(`No page reads ${buildRouteKey(route)}`);
  const { statusCode = 500, body } = await handler(buildVisitorEvent(route, input), services);
  return { status: statusCode, body: body ? (JSON.parse(body) as unknown) : undefined };
}
