import { useSyncExternalStore } from "react";
import { formatAge, formatDate } from "#shared/format.ts";

const neverChanges = () => () => {};

/** False on a server and while the browser hydrates its page, so that both render the same; true ever after. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

/** A server knows neither the reader's time zone nor when the page is read, so it writes UTC. */
function useDate(of: string): string {
  return formatDate(of, undefined, useIsHydrated() ? undefined : "UTC");
}

/** The day and the time of something. */
export function DateTime({ of }: { readonly of: string }) {
  return <time dateTime={of}>{useDate(of)}</time>;
}

/** How long ago something was, with the day and the time as its tooltip. */
export function RelativeTime({ of }: { readonly of: string }) {
  const date = useDate(of);
  return (
    <time dateTime={of} title={date}>
      {useIsHydrated() ? formatAge(of) : date}
    </time>
  );
}
