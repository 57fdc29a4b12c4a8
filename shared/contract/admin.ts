import { LogEntry, LogQuery, OperatorAccount } from "../model/operator.ts";
import { pageSchema } from "../model/primitives.ts";
import { route } from "../route.ts";

/** The caller's permissions, which decide what the administration shows. */
export const readOperator = route({
  method: "GET",
  path: "/api/admin/me",
  access: "operator",
  status: 200,
  returns: OperatorAccount,
});

/** Entries of the audit log, newest first; those of the last 30 days by default, of 366 at most. */
export const listLog = route({
  method: "GET",
  path: "/api/admin/log",
  access: "operator",
  query: LogQuery,
  status: 200,
  returns: pageSchema(LogEntry),
});
