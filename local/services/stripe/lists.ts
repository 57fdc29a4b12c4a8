import * as z from "zod/mini";
import { invalid } from "./errors.ts";
import { Expand, Whole } from "./form.ts";
import type { Call, Operation } from "./service.ts";
import type { Kind, State, StripeObject } from "./state.ts";

const ListForm = z.object({
  limit: z._default(Whole, 10),
  starting_after: z.optional(z.string()),
  ending_before: z.optional(z.string()),
  created: z.optional(z.record(z.enum(["gt", "gte", "lt", "lte"]), Whole)),
  expand: Expand,
});

type Comparison = "gt" | "gte" | "lt" | "lte";

const COMPARISONS: Readonly<Record<Comparison, (created: number, limit: number) => boolean>> = {
  gt: (created, limit) => created > limit,
  gte: (created, limit) => created >= limit,
  lt: (created, limit) => created < limit,
  lte: (created, limit) => created <= limit,
};

/** A list of one kind, newest first, by Stripe's rules of paging; `filters` are fields that a caller may match. */
export const listOf = (kind: Kind, filters: readonly string[] = []): Operation => {
  return ({ sent, ids }: Call, { state }) => {
    const parsed = ListForm.safeParse(sent);
    if (!parsed.success) throw invalid("Invalid parameters of a list.");
    const { limit, starting_after, ending_before, created = {} } = parsed.data;
    if (limit < 1 || limit > 100) throw invalid("This value must be between 1 and 100.", { param: "limit" });
    const wanted = filters.flatMap((name) => (typeof sent[name] === "string" ? [[name, sent[name]] as const] : []));
    const matches = (object: StripeObject) =>
      wanted.every(([name, value]) => (object as unknown as Record<string, unknown>)[name] === value) &&
      (Object.entries(created) as [Comparison, number][]).every(([name, at]) =>
        COMPARISONS[name]((object as { created?: number }).created ?? 0, at),
      );
    const all = state.all(kind).filter(matches);
    const { data, has_more } = pageOf(all, limit, starting_after, ending_before);
    return { object: "list", data, has_more, url: `/v1/${ids[0] ?? kind}s` };
  };
};

function pageOf(all: readonly StripeObject[], limit: number, after: string | undefined, before: string | undefined) {
  const placeOf = (id: string) => {
    const place = all.findIndex((object) => object.id === id);
    if (place < 0) throw invalid(`No such object: '${id}'`, { code: "resource_missing", param: "starting_after" });
    return place;
  };
  if (before !== undefined) {
    const rest = all.slice(0, placeOf(before));
    return { data: rest.slice(-limit), has_more: rest.length > limit };
  }
  const rest = after === undefined ? all : all.slice(placeOf(after) + 1);
  return { data: rest.slice(0, limit), has_more: rest.length > limit };
}

/** Puts the objects that `paths` name in the place of their ids, e.g. `latest_charge.balance_transaction`. */
export function expanded(body: unknown, paths: readonly string[], state: State): unknown {
  return paths.reduce((whole, path) => expandedAt(whole, path.split("."), state), body);
}

function expandedAt(value: unknown, [name, ...rest]: readonly string[], state: State): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((each) => expandedAt(each, [name, ...rest], state));
  if (typeof value !== "object" || value === null) return value;
  const held = (value as Record<string, unknown>)[name];
  const found = typeof held === "string" ? (state.findAny(held) ?? held) : held;
  return { ...value, [name]: expandedAt(found, rest, state) };
}
