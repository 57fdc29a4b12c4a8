import { readAccountCases, readAccountMails } from "#shared/contract/admin.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS, PAGE } from "#shared/limits.ts";
import { CASE_PERMISSIONS } from "#shared/model/case.ts";
import { forEachConcurrently } from "../../platform/runtime/for-each-concurrently.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { getCreatedAt, toIso } from "../../platform/runtime/time.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import { queryIdsOfOwner } from "../artwork/artwork-lists.ts";
import { type CaseItem, findCasesAbout, findCasesBy } from "../cases/find-cases.ts";
import { showCases } from "../cases/show-cases.ts";
import { queryNotifications } from "../notifications/find-notifications.ts";
import { ProcessedEventEntity } from "../notifications/notification.entity.ts";
import type { AdminServices } from "./services.ts";

/** Mails of the last 30 days; those before the template's name was stored are left out. */
async function findMails(table: OpenTable, userId: string) {
  const events = await queryAll(table, ProcessedEventEntity, { userId });
  return events
    .flatMap(({ event, mail, refused = false, expires }) =>
      mail ? [{ id: event, kind: mail, sent: toIso(expires - LIFETIMES.processedEvent), refused }] : [],
    )
    .sort((one, other) => (one.sent < other.sent ? 1 : -1))
    .slice(0, LIMITS.accountMails);
}

export const readAccountMailsHandler = handle(
  readAccountMails,
  async ({ params: { userId } }, { table, now }: AdminServices) => {
    const [mails, notifications] = await Promise.all([
      findMails(table, userId),
      queryNotifications(table, userId, { limit: PAGE.max, reverse: true }),
    ]);
    const from = toIso(now().getTime() / 1000 - LIFETIMES.processedEvent);
    return {
      mails,
      notifications: notifications
        .map(({ notificationId: id, type, read }) => ({ id, type, created: getCreatedAt(id), read }))
        .filter(({ created }) => created >= from),
    };
  },
);

/** Works whose cases are queried at once. */
const ARTWORK_AT_ONCE = 16;

/** Reports of an account's conversations, announcements and newest artwork: one query for the account and each work. */
async function findCasesAgainst(table: OpenTable, userId: string) {
  const found: CaseItem[] = [];
  const artworkIds = (await queryIdsOfOwner(table, userId)).toSorted().slice(-LIMITS.accountArtwork);
  await forEachConcurrently([userId, ...artworkIds], ARTWORK_AT_ONCE, async (subjectId) => {
    found.push(...(await findCasesAbout(table, subjectId)));
  });
  return found.filter(({ kind }) => kind !== "counter_notice");
}

export const readAccountCasesHandler = handle(
  readAccountCases,
  async ({ params: { userId }, actor }, services: AdminServices) => {
    const { table } = services;
    const show = async (items: readonly CaseItem[]) => {
      const readable = items
        .filter(({ kind }) => actor.permissions.includes(CASE_PERMISSIONS[kind]))
        .toSorted((one, other) => (one.created < other.created ? 1 : -1))
        .slice(0, LIMITS.accountCases);
      return showCases(services, readable);
    };
    const [by, against] = await Promise.all([
      findCasesBy(table, userId).then(show),
      findCasesAgainst(table, userId).then(show),
    ]);
    return { by, against };
  },
);
