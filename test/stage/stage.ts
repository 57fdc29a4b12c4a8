import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod/mini";
import { isOn } from "#shared/contract/areas.ts";
import { FEATURES, type Feature } from "#shared/features.ts";
import type { Route, RouteBodyInput, RouteParamsInput, RouteQueryInput, RouteResult } from "#shared/route.ts";

/** The default origin of `npm start`. */
export const LAPTOP = "http://localhost:3000";

/** Environment variables by which the command passes the stage to the tests. */
export const VARIABLES = { url: "STAGE_URL", artist: "STAGE_ARTIST", buyer: "STAGE_BUYER" } as const;

/** Stages on which tests may create and delete data. */
const TRIALS = ["local", "dev", "staging"];

/** A stage's `/config.json`. */
const Configuration = z.object({
  stage: z.string(),
  features: z.object(
    Object.fromEntries(FEATURES.map((name) => [name, z.boolean()])) as Record<Feature, z.ZodMiniBoolean>,
  ),
  payments: z.optional(z.object({ script: z.string(), publishableKey: z.string() })),
});

const MailPage = z.array(z.object({ to: z.string(), links: z.array(z.string()) }));

export interface Stage extends z.output<typeof Configuration> {
  /** Scheme and host, without a slash at the end. */
  readonly origin: string;
  /** True for the laptop's cloud, whose mails anyone on the machine can read. */
  readonly isLaptop: boolean;
  /** True if tests may write to it. */
  readonly isTrial: boolean;
}

/** Reads a stage's configuration. Throws a one-line error if no stage answers. */
export async function findStage(url: string): Promise<Stage> {
  if (!URL.canParse(url)) throw new Error(`${url} is no address, such as ${LAPTOP}.`);
  const { origin, hostname } = new URL(url);
  const response = await fetch(`${origin}/config.json`).catch(() => undefined);
  if (!response) throw new Error(`Nothing answers at ${origin}.`);
  const configuration = Configuration.safeParse(await response.json().catch(() => undefined)).data;
  if (!configuration) throw new Error(`${origin}/config.json isn't that of a stage.`);
  const isLaptop = ["localhost", "127.0.0.1"].includes(hostname) && (await fetch(`${origin}/__local/mail`)).ok;
  return { ...configuration, origin, isLaptop, isTrial: TRIALS.includes(configuration.stage) };
}

/** The status that a visitor gets: the administration's routes are unknown to everybody but operators. */
export const getVisitorStatus = (route: Route, { features }: Stage) =>
  route.access === "operator" || !isOn(route, features) ? 404 : 401;

let found: Promise<Stage> | undefined;

/** The stage that the tests run against. */
export const openStage = () => {
  found ??= findStage(process.env[VARIABLES.url] ?? LAPTOP);
  return found;
};

/** A request for a path of the site; redirects are answers. */
export async function get(path: string, init: RequestInit = {}): Promise<Response> {
  const { origin } = await openStage();
  return fetch(new URL(path, origin), { redirect: "manual", ...init });
}

interface Sent {
  readonly params?: object;
  readonly query?: object;
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly cookie?: string;
}

type Part<K extends string, T> = T extends undefined ? { readonly [P in K]?: undefined } : { readonly [P in K]: T };

/** Required input of a route's call. */
type SentTo<R extends Route> = Pick<Sent, "token" | "cookie"> &
  Part<"params", RouteParamsInput<R>> &
  Part<"body", RouteBodyInput<R>> & { readonly query?: Partial<RouteQueryInput<R>> };

/** An id without an item. */
const NOBODY = "00000000-0000-7000-8000-000000000000";

/** A route's path with its parameters; missing ones are ids without an item. */
export const buildPath = ({ path }: Pick<Route, "path">, params: object = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value: unknown = (params as Readonly<Record<string, unknown>>)[name];
    return encodeURIComponent(String(value ?? NOBODY));
  });

/** Sends the input without checking it against the contract. */
export function request(route: Pick<Route, "method" | "path">, sent: Sent = {}): Promise<Response> {
  const { params, query = {}, body, token, cookie } = sent;
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return get(`${buildPath(route, params)}${search.size > 0 ? `?${search}` : ""}`, {
    method: route.method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Calls a route and checks its response against the contract. Throws on any other status than success. */
export async function call<R extends Route>(route: R, sent: SentTo<R>): Promise<RouteResult<R>> {
  const response = await request(route, sent as Sent);
  const text = await response.text();
  if (response.status !== route.status) {
    throw new Error(`${route.method} ${route.path} answered ${response.status}: ${text.slice(0, 300)}`);
  }
  return (route.returns ? route.returns.parse(JSON.parse(text)) : undefined) as RouteResult<R>;
}

const PAUSE_MS = 500;

/** Repeats until there is a result; throws an error that names it after a timeout. */
export async function waitFor<T>(what: string, find: () => Promise<T | undefined>, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await find();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} seconds in vain for ${what}.`);
    await sleep(PAUSE_MS);
  }
}

/** The link that the laptop mailed to an address. */
export const linkMailedTo = (address: string) =>
  waitFor(`a mail to ${address}`, async () => {
    const mails = MailPage.parse(await (await get("/__local/mail")).json());
    return mails.find(({ to }) => to === address)?.links[0];
  });
