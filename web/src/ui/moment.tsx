import { formatAge, formatDate } from "#shared/format.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

/** A server knows neither the reader's time zone nor when the page is read, so it writes UTC. */
function useDate(of: string): string {
  return formatDate(of, undefined, useIsHydrated() ? undefined : "UTC");
}

/** The day and the time of something. */
export function Moment({ of }: { readonly of: string }) {
  return <time dateTime={of}>{useDate(of)}</time>;
}

/** How long ago something was; pointing at it tells the day and the time. */
export function Age({ of }: { readonly of: string }) {
  const date = useDate(of);
  return (
    <time dateTime={of} title={date}>
      {useIsHydrated() ? formatAge(of) : date}
    </time>
  );
}
