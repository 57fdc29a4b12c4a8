import { listAccountArtwork, listAccountOrders, readAccount, searchPeople } from "#shared/contract/admin.ts";
import { LIMITS } from "#shared/limits.ts";
import { Email } from "#shared/model/account.ts";
import type { FoundPerson } from "#shared/model/account-record.ts";
import { ArtworkId, OrderId, UserId } from "#shared/model/ids.ts";
import { findEntries } from "../../platform/audit/find-entries.ts";
import { fail } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import { DAY_MS, epochSeconds, getCreatedAt, toIso } from "../../platform/runtime/time.ts";
import { queryOfOwner } from "../artwork/artwork-lists.ts";
import { toOwnCard } from "../artwork/cards.ts";
import { findSignups } from "../auth/find-signups.ts";
import { findSessions } from "../auth/sessions.ts";
import { buildAvatarPath } from "../media/preview-paths.ts";
import { getPlacedAt, queryOrders } from "../purchases/order/find-orders.ts";
import { computeTotals } from "../purchases/order/order-view.ts";
import { searchOrders } from "../purchases/order/search-orders.ts";
import { countFactors } from "../second-factor/remove-all-factors.ts";
import { findDataExport, getNextRequestAt } from "../users/data-exports.ts";
import { findClaimant, findEmailOwner, findUser, type User } from "../users/find-user.ts";
import { computeVersion, getState } from "./account-version.ts";
import type { AdminServices } from "./services.ts";

const REFUSAL_DAYS = 7;
/** How long an entered password counts as a proof that its owner knows it. */
const PASSWORD_PROOF_MS = 60 * 60 * 1000;

const toAvatar = ({ avatarKey }: User) => (avatarKey ? buildAvatarPath(avatarKey) : null);

const toFoundPerson = (user: User, side: FoundPerson["side"] = null): FoundPerson => ({
  id: UserId.parse(user.userId),
  name: user.name,
  fullName: user.fullName,
  avatar: toAvatar(user),
  state: getState(user),
  side,
});

/** Ids of the accounts with an address: the verified one, or those that wait for its link. */
async function findByEmail({ table, now }: AdminServices, q: string) {
  const { data: email } = Email.safeParse(q);
  if (!email) return [];
  const owner = await findEmailOwner(table, email);
  return owner ? [owner] : findSignups(table, email, now(), LIMITS.waitingSignups);
}

/** A username may look like an order's number, so every meaning of the text is searched. */
export const searchPeopleHandler = handle(searchPeople, async ({ body: { q }, audited }, services: AdminServices) => {
  const { table, now } = services;
  const [named, addressed, orders] = await Promise.all([
    findClaimant(table, { kind: "NAME", value: q.replace(/^@/, "") }, now()),
    findByEmail(services, q),
    searchOrders(table, q),
  ]);
  const { data: userId } = UserId.safeParse(q);
  const ids = [...new Set([userId, named, ...addressed])].filter((id) => id !== undefined);
  const sides = [
    ...ids.map((id) => [id, null] as const),
    ...orders.flatMap(({ buyerId, sellerId }) => [[buyerId, "buyer"] as const, [sellerId, "seller"] as const]),
  ];
  const found = await Promise.all(
    sides.map(async ([id, side]) => {
      const user = await findUser(table, id);
      return user ? [toFoundPerson(user, side)] : [];
    }),
  );
  const items = found.flat();
  if (items.length === 1) audited.target = items[0]?.id;
  return { items };
});

/** When the account's password was last entered up to the second factor, in the last hour; `undefined` otherwise. */
export async function findPasswordProof({ now }: AdminServices, userId: string): Promise<string | undefined> {
  const from = new Date(now().getTime() - PASSWORD_PROOF_MS);
  let latest: string | undefined;
  for await (const { who, outcome, at } of findEntries({ from, until: now(), userId }))
    if (who === userId && outcome === "second_factor_required") latest = at;
  return latest;
}

async function findRefusals({ now }: AdminServices, userId: string) {
  const refusals = [];
  const from = new Date(now().getTime() - REFUSAL_DAYS * DAY_MS);
  for await (const { id, at, event, outcome } of findEntries({ from, until: now(), userId }))
    if (outcome !== "done" && outcome !== "started") refusals.unshift({ id, at, event, outcome });
  return refusals.slice(0, LIMITS.refusals);
}

export const readAccountHandler = handle(
  readAccount,
  async ({ params: { userId }, actor }, services: AdminServices) => {
    const { table, now } = services;
    const user = await findUser(table, userId);
    if (!user) return fail("user_not_found");
    const [sessions, factors, passwordProof, latestExport, refusals] = await Promise.all([
      findSessions(services, userId),
      countFactors(table, userId),
      findPasswordProof(services, userId),
      findDataExport(table, userId, now()),
      findRefusals(services, userId),
    ]);
    const exportAgain = getNextRequestAt(latestExport, now());
    return {
      ...toFoundPerson(user),
      version: computeVersion(user),
      email: user.email || null,
      verified: user.verified,
      created: getCreatedAt(userId),
      suspension: user.suspension
        ? {
            ...user.suspension,
            answeredAt: user.suspension.answeredAt ?? null,
            liftedAt: user.suspension.liftedAt ?? null,
            own: user.suspendedBy === actor.userId,
          }
        : null,
      blockedAt: user.blockedAt ?? null,
      closedAt: user.deactivatedAt ?? null,
      sells: user.onboarded,
      operatorPermissions: user.operatorPermissions ?? [],
      shown: user.shown,
      sessions: sessions.slice(0, LIMITS.sessions).map(({ sessionId, started, used, browser, country }) => ({
        id: sessionId,
        browser: browser ?? null,
        country: country ?? null,
        started: toIso(started),
        used: toIso(used),
      })),
      factors,
      passwordProvenAt: passwordProof ?? null,
      exportAgain: exportAgain > epochSeconds(now()) ? toIso(exportAgain) : null,
      refusals,
    };
  },
);

export const listAccountArtworkHandler = handle(
  listAccountArtwork,
  async ({ params: { userId }, query }, { table }: AdminServices) =>
    toPage(await queryOfOwner(table, userId, query), query.limit, ({ artworkId }) => artworkId, toOwnCard),
);

export const listAccountOrdersHandler = handle(
  listAccountOrders,
  async ({ params: { userId }, query, actor }, { table }: AdminServices) => {
    const entries = await queryOrders(table, { userId, side: query.side }, query);
    const seesMoney = actor.permissions.includes("finance");
    return toPage(
      entries,
      query.limit,
      ({ orderId }) => orderId,
      (entry) => {
        const { orderSpent, orderEarned } = computeTotals(entry.amounts);
        return {
          orderId: OrderId.parse(entry.orderId),
          artworkId: ArtworkId.parse(entry.artworkId),
          title: entry.title,
          status: entry.status,
          placed: getPlacedAt(entry),
          amount: seesMoney ? (query.side === "purchases" ? orderSpent : orderEarned) : null,
        };
      },
    );
  },
);
