import * as z from "zod/mini";
import { accountNotAccessible, invalid } from "./errors.ts";
import { Expand, Integer } from "./form.ts";
import type { Call, Operation } from "./service.ts";
import type { Kind, State, StripeObject } from "./state.ts";

const ListForm = z.object({
  limit: z._default(Integer, 10),
  starting_after: z.optional(z.string()),
  ending_before: z.optional(z.string()),
  created: z.optional(z.record(z.enum(["gt", "gte", "lt", "lte"]), Integer)),
  expand: Expand,
});

type Comparison = "gt" | "gte" | "lt" | "lte";

const COMPARISONS: Readonly<Record<Comparison, (created: number, limit: number) => boolean>> = {
  gt: (created, limit) => created > limit,
  gte: (created, limit) => created >= limit,
  lt: (created, limit) => created < limit,
  lte: (created, limit) => created <= limit,
};

/** Lists objects of one kind, newest first, with Stripe's pagination; `filters` are fields that can be filtered by. */
export const listOperation = (kind: Kind, filters: readonly string[] = []): Operation => {
  return ({ params, ids }: Call, { state }) => {
    const parsed = ListForm.safeParse(params);
    if (!parsed.success) throw invalid("Invalid parameters of a list.");
    const { limit, starting_after, ending_before, created = {} } = parsed.data;
    if (limit < 1 || limit > 100) throw invalid("This value must be between 1 and 100.", { param: "limit" });
    const conditions = filters.flatMap((name) =>
      typeof params[name] === "string" ? [[name, params[name]] as const] : [],
    );
    const matches = (object: StripeObject) =>
      conditions.every(([name, value]) => (object as unknown as Record<string, unknown>)[name] === value) &&
      (Object.entries(created) as [Comparison, number][]).every(([name, at]) =>
        COMPARISONS[name]((object as { created?: number }).created ?? 0, at),
      );
    const all = state.all(kind).filter(matches);
    const { data, has_more } = paginate(all, limit, starting_after, ending_before);
    return { object: "list", data, has_more, url: `/v1/${ids[0] ?? kind}s` };
  };
};

function paginate(all: readonly StripeObject[], limit: number, after: string | undefined, before: string | undefined) {
  const indexOfId = (id: string) => {
    const index = all.findIndex((object) => object.id === id);
    if (index < 0) throw invalid(`No such object: '${id}'`, { code: "resource_missing", param: "starting_after" });
    return index;
  };
  if (before !== undefined) {
    const rest = all.slice(0, indexOfId(before));
    return { data: rest.slice(-limit), has_more: rest.length > limit };
  }
  const rest = after === undefined ? all : all.slice(indexOfId(after) + 1);
  return { data: rest.slice(0, limit), has_more: rest.length > limit };
}

const MAX_EXPANDED_LEVELS = 4;

/** Stripe's `expand`: replaces ids by objects, such as `latest_charge.balance_transaction`, four levels deep at most. */
export function expandPaths(body: unknown, paths: readonly string[], state: State): unknown {
  const tooDeep = paths.find((path) => path.split(".").length > MAX_EXPANDED_LEVELS);
  if (tooDeep) throw invalid(`You cannot expand more than 4 levels of a property. Property: ${tooDeep}`);
  return paths.reduce((whole, path) => expandPath(whole, path.split("."), state), body);
}

function expandPath(value: unknown, [name, ...rest]: readonly string[], state: State): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((each) => expandPath(each, [name, ...rest], state));
  if (typeof value !== "object" || value === null) return value;
  const held = (value as Record<string, unknown>)[name];
  const found = typeof held === "string" ? (state.findAny(held) ?? held) : held;
  if (name === "destination_payment") refuseGoneAccount(value, state);
  return { ...value, [name]: expandPath(found, rest, state) };
}

/** A payment of a connected account is out of reach with it. */
function refuseGoneAccount(transfer: object, state: State) {
  const { destination } = transfer as { destination?: unknown };
  if (typeof destination === "string" && !state.findAny(destination)) throw accountNotAccessible(destination);
}
