import { chakra } from "@chakra-ui/react";
import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { formatDate } from "#shared/format.ts";
import { countLabel } from "#web/ui/labels.ts";

/** Minutes left at which a screen reader hears how many there are; all of them would be a ticking clock. */
const SAID_AT = [1, 5, 10];

const minutesUntil = (moment: string) => Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 60_000));

/** Minutes left, rounded up; the page changes when their number does. */
function useMinutesLeft(until: string): number {
  const [minutes, setMinutes] = useState(() => minutesUntil(until));
  useEffect(() => {
    const timer = setInterval(() => setMinutes(minutesUntil(until)), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return minutes;
}

const inWords = (minutes: number) => `${countLabel(minutes, "minute")} left`;

/** Until when the price and the artwork are held for whoever pays. */
export function HeldUntil({ until }: { readonly until: string }) {
  const minutes = useMinutesLeft(until);
  const time = <time dateTime={until}>{formatDate(until, "HH:mm")}</time>;
  const said = SAID_AT.find((mark) => minutes <= mark);
  return (
    <chakra.div display="flex" gap="2" textStyle="sm" color="fg.muted">
      <chakra.span flexShrink="0" marginTop="0.5" aria-hidden>
        <Clock size={18} />
      </chakra.span>
      {minutes > 0 ? (
        <span>
          Held for you until {time}, {inWords(minutes)}
        </span>
      ) : (
        <span>It was held for you until {time}. If the payment is refused now, nothing is charged; begin it anew.</span>
      )}
      <chakra.span srOnly role="status">
        {minutes > 0 && said ? inWords(said) : minutes === 0 ? "The time to pay is over" : ""}
      </chakra.span>
    </chakra.div>
  );
}
