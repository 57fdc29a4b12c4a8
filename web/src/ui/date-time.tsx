import { chakra } from "@chakra-ui/react";
import { DISPLAY } from "#shared/display.ts";
import { formatAge, formatDate } from "#shared/format.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

/** A server knows neither the reader's time zone nor the time of reading, so it renders UTC dates. */
function useDates(value: string, { pattern, isUtc = false, saysUtc = isUtc }: Omit<DateTimeProps, "value"> = {}) {
  const isHydrated = useIsHydrated();
  const zone = isUtc || !isHydrated ? "UTC" : undefined;
  const [short, long] = [pattern, DISPLAY.momentFormat].map((each) => formatDate(value, each, zone));
  return { short: saysUtc ? `${short} UTC` : short, long: zone ? `${long} UTC` : long, isHydrated };
}

interface DateTimeProps {
  readonly value: string;
  /** A pattern of `formatDate`, by default the site's. */
  readonly pattern?: string;
  /** In UTC, as for documents, payouts, statistics and discount codes; otherwise in the reader's zone. */
  readonly isUtc?: boolean;
  /** False if the text around it mentions UTC. */
  readonly saysUtc?: boolean;
}

/** Date and time, with the month in words in the tooltip, because the order of day and month varies by country. */
export function DateTime({ value, ...style }: DateTimeProps) {
  const { short, long } = useDates(value, style);
  return (
    <time dateTime={value} title={long}>
      {short}
    </time>
  );
}

/** Age, with date and time in the tooltip. */
export function RelativeTime({ value }: { readonly value: string }) {
  const { short, long, isHydrated } = useDates(value);
  return (
    <time dateTime={value} title={long}>
      {isHydrated ? formatAge(value) : short}
    </time>
  );
}

/** Room for the longest age and for a date, so that the line doesn't rewrap when one replaces the other. */
const AGE_ROOM = { plain: "7rem", edited: "10.5rem" } as const;

interface WrittenTimeProps {
  readonly created: string;
  /** True if the text was changed later. */
  readonly edited: boolean;
}

/** Age of a text, at the end of a line that may wrap. */
export const WrittenTime = ({ created, edited }: WrittenTimeProps) => (
  <chakra.span color="fg.muted" minWidth={edited ? AGE_ROOM.edited : AGE_ROOM.plain}>
    <RelativeTime value={created} />
    {edited && " · edited"}
  </chakra.span>
);
