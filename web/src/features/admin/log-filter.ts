import type { listLog } from "#shared/contract/admin.ts";
import type { RouteQueryInput } from "#shared/route.ts";

/** Filters of the log, in its address and in its form. */
export const LOG_FILTERS = ["who", "event", "target", "start", "end"] as const;

export type LogFilter = Pick<RouteQueryInput<typeof listLog> & object, (typeof LOG_FILTERS)[number]>;

/** The filters that are set. */
export const parseLogFilter = (search: URLSearchParams): LogFilter =>
  Object.fromEntries(
    LOG_FILTERS.flatMap((name) => {
      const value = search.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
