import { chakra } from "@chakra-ui/react";
import { formatAge, formatDate } from "#shared/format.ts";
import { DISPLAY } from "#shared/limits.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

/** A server knows neither the reader's time zone nor when the page is read, so it writes UTC. */
function useDates(value: string, { pattern, isUtc = false, saysUtc = isUtc }: Omit<DateTimeProps, "value"> = {}) {
  const isHydrated = useIsHydrated();
  const zone = isUtc || !isHydrated ? "UTC" : undefined;
  const [short, long] = [pattern, DISPLAY.longDateFormat].map((each) => formatDate(value, each, zone));
  return { short: saysUtc ? `${short} UTC` : short, long: zone ? `${long} UTC` : long, isHydrated };
}

interface DateTimeProps {
  readonly value: string;
  /** A pattern of `formatDate`, by default the site's. */
  readonly pattern?: string;
  /** In UTC, as papers, payouts, statistics and a code's days count; otherwise in the reader's zone. */
  readonly isUtc?: boolean;
  /** False where the text around it says that it is in UTC. */
  readonly saysUtc?: boolean;
}

/** The day and the time of something, in words as its tooltip: the order of day, month and year isn't the same everywhere. */
export function DateTime({ value, ...style }: DateTimeProps) {
  const { short, long } = useDates(value, style);
  return (
    <time dateTime={value} title={long}>
      {short}
    </time>
  );
}

/** How long ago something was, with the day and the time as its tooltip. */
export function RelativeTime({ value }: { readonly value: string }) {
  const { short, long, isHydrated } = useDates(value);
  return (
    <time dateTime={value} title={long}>
      {isHydrated ? formatAge(value) : short}
    </time>
  );
}

/** Room for the longest age and for a date, so that what stands in the line doesn't wrap again as one replaces the other. */
const AGE_ROOM = { plain: "7rem", edited: "10.5rem" } as const;

interface WrittenTimeProps {
  readonly created: string;
  /** True if the text was changed later. */
  readonly edited: boolean;
}

/** How long ago someone wrote something, at the end of a line that may wrap. */
export const WrittenTime = ({ created, edited }: WrittenTimeProps) => (
  <chakra.span color="fg.muted" minWidth={edited ? AGE_ROOM.edited : AGE_ROOM.plain}>
    <RelativeTime value={created} />
    {edited && " · edited"}
  </chakra.span>
);
