import useSWRImmutable from "swr/immutable";
import { FEATURES, type FeatureSwitches } from "#shared/features.ts";

/** Path of the stage's feature switches, and their key in the read cache. */
export const CONFIG_PATH = "/config.json";

const createSwitches = (on: (name: string) => boolean) =>
  Object.fromEntries([...FEATURES, "tax"].map((name) => [name, on(name)])) as FeatureSwitches;

const ALL_OFF = createSwitches(() => false);

/** Parses the switches of the stage's configuration; any value but `true` is off. */
export function parseSwitches(config: unknown): FeatureSwitches {
  const features: unknown = typeof config === "object" && config && "features" in config ? config.features : undefined;
  const on = new Map(Object.entries(typeof features === "object" && features ? features : {}));
  return createSwitches((name) => on.get(name) === true);
}

async function readSwitches(): Promise<FeatureSwitches> {
  const response = await fetch(CONFIG_PATH);
  return response.ok ? parseSwitches(await response.json()) : ALL_OFF;
}

/** The features of this stage; until its configuration has loaded, `known` is false and every feature is off. */
export function useFeatures(): FeatureSwitches & { readonly known: boolean } {
  const { data, error } = useSWRImmutable(CONFIG_PATH, readSwitches);
  return { ...(data ?? ALL_OFF), known: data !== undefined || error !== undefined };
}
