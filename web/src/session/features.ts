import useSWRImmutable from "swr/immutable";
import { FEATURES, type FeatureSwitches } from "#shared/features.ts";

/** Where the stage's switches are read, and the key under which they are kept. */
export const CONFIG = "/config.json";

const switchesFrom = (on: (name: string) => boolean) =>
  Object.fromEntries(FEATURES.map((name) => [name, on(name)])) as FeatureSwitches;

const ALL_OFF = switchesFrom(() => false);

/** Reads the switches out of the stage's configuration; whatever isn't plainly on is off. */
export function switchesIn(config: unknown): FeatureSwitches {
  const features: unknown = typeof config === "object" && config && "features" in config ? config.features : undefined;
  const on = new Map(Object.entries(typeof features === "object" && features ? features : {}));
  return switchesFrom((name) => on.get(name) === true);
}

async function readSwitches(): Promise<FeatureSwitches> {
  const response = await fetch(CONFIG);
  return response.ok ? switchesIn(await response.json()) : ALL_OFF;
}

/** What this stage offers; `known` is false until its configuration is here, and everything counts as off till then. */
export function useFeatures(): FeatureSwitches & { readonly known: boolean } {
  const { data, error } = useSWRImmutable(CONFIG, readSwitches);
  return { ...(data ?? ALL_OFF), known: data !== undefined || error !== undefined };
}
