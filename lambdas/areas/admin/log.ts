import { listLog } from "#shared/contract/admin.ts";
import { UserId } from "#shared/model/ids.ts";
import { type FoundEntry, findNewestEntries } from "../../platform/audit/find-entries.ts";
import { parseDayRange } from "../../platform/runtime/day-range.ts";
import { Failure } from "../../platform/runtime/failure.ts";
import { handle } from "../../platform/runtime/handle.ts";
import { toPage } from "../../platform/runtime/page.ts";
import { findPeople } from "../users/find-people.ts";
import { findClaimant } from "../users/find-user.ts";
import type { AdminServices } from "./services.ts";

/** Accounts that an entry names. */
const listUserIds = ({ who, target }: FoundEntry) => [who, target].flatMap((id) => UserId.safeParse(id).data ?? []);

/** The id of the account with this username, otherwise the text itself: an id, or the name of a command's operator. */
const findSubject = async ({ table, now }: AdminServices, subject: string | undefined) =>
  subject ? ((await findClaimant(table, { kind: "NAME", value: subject }, now())) ?? subject) : undefined;

export const listLogHandler = handle(listLog, async ({ query, audited }, services: AdminServices) => {
  const range = parseDayRange(query, services.now());
  if (range instanceof Failure) return range;
  const [who, target] = await Promise.all([findSubject(services, query.who), findSubject(services, query.target)]);
  audited.target = target ?? who;
  const { from, to: until } = range;
  const { event, cursor: before, limit } = query;
  const found = await findNewestEntries({ from, until, who, target, event, before }, limit);
  const getPerson = await findPeople(services.table, found.flatMap(listUserIds));
  const toPerson = (subject: string | undefined) => {
    const { data: userId } = UserId.safeParse(subject);
    const person = userId && getPerson(userId);
    return person?.name ? person : undefined;
  };
  return toPage(
    found,
    limit,
    ({ id }) => id,
    (entry) => ({ ...entry, actor: toPerson(entry.who), targetPerson: toPerson(entry.target) }),
  );
});
