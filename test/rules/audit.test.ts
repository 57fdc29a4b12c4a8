import { describe, expect, test } from "vitest";
import { AUDIT_EVENTS, type AuditEvent, getAuditedEvent } from "#shared/audit.ts";
import {
  previewAccountMails,
  previewArtworkMails,
  previewCaseMails,
  previewOrderMails,
} from "#shared/contract/admin.ts";
import { areas } from "#shared/contract/areas.ts";
import { countArtworkView, countProfileView, countSearchMiss } from "#shared/contract/audience.ts";
import { reportScriptError } from "#shared/contract/support.ts";
import { buildRouteKey, type Route } from "#shared/route.ts";

const routes: readonly Route[] = Object.values(areas).flatMap((area) => Object.values<Route>(area));

/** Events of operators' commands. */
const BY_COMMANDS: readonly AuditEvent[] = [
  "account.block",
  "account.erase",
  "account.export",
  "account.remove_abandoned",
  "account.unblock",
  "announcement.restore",
  "announcement.take_down",
  "artwork.block",
  "artwork.counter_notice",
  "artwork.restore",
  "artwork.mark_mature",
  "artwork.take_down",
  "artwork.unblock",
  "artwork.unmark_mature",
  "discount.create",
  "events.drop",
  "events.read",
  "events.redrive",
  "factor.remove_all",
  "index.rebuild",
  "item.hide",
  "item.put",
  "item.read",
  "item.unhide",
  "operator.grant",
  "operator.revoke",
  "secret.rotate",
  "session.end_all",
  "table.restore",
];

/** Calls that reveal who viewed or searched for something, which the log mustn't have. */
const UNRECORDED: readonly Route[] = [countArtworkView, countProfileView, countSearchMiss, reportScriptError];

/** Calls without an effect, whose body is too long for an address. */
const PREVIEWS: readonly Route[] = [previewAccountMails, previewArtworkMails, previewCaseMails, previewOrderMails];

describe("the audit log", () => {
  test("doesn't record who views artwork or searches", () => {
    expect(UNRECORDED.flatMap(({ audit }) => audit ?? [])).toEqual([]);
  });

  const recorded = routes.filter((route) => route.method !== "GET" && ![...UNRECORDED, ...PREVIEWS].includes(route));
  test.each(recorded.map((route) => [buildRouteKey(route), route] as const))("has an event for %s", (_key, { audit }) =>
    expect(Object.keys(AUDIT_EVENTS)).toContain(audit),
  );

  test("records only operators' looks and one other GET route, which verifies an email address", () => {
    const reading = routes.filter(({ method, audit, access }) => method === "GET" && audit && access !== "operator");
    expect(reading.map(buildRouteKey)).toEqual(["GET /auth/verify_token/{tokenId}"]);
  });

  test("has no unused event", () => {
    const caused = new Set<string>([...BY_COMMANDS, ...routes.flatMap(({ audit }) => audit ?? [])]);
    expect(Object.keys(AUDIT_EVENTS).filter((event) => !caused.has(event))).toEqual([]);
  });

  test.each(routes.flatMap((route) => (route.audit ? [[buildRouteKey(route), route, route.audit] as const] : [])))(
    "records only an id of %s",
    (_key, _route, audit) => expect(getAuditedEvent(audit).target ?? "userId").toMatch(/(Id|orderIntent)$/),
  );
});
