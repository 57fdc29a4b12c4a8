import { Button, chakra } from "@chakra-ui/react";
import { useEffect, useRef } from "react";
import { MESSAGES } from "#shared/messages.ts";
import type { ApiError } from "#web/api/response.ts";
import { ErrorPage } from "#web/ui/error-page.tsx";

/** Longest wait between two tries, in seconds. */
const MAX_WAIT = 60;

interface FailedListProps {
  readonly error: ApiError;
  readonly onRetry: () => unknown;
}

/** Tries again by itself after the time that the answer says, or else after 2, 4, 8 … seconds. */
function SearchWaking({ error, onRetry }: FailedListProps) {
  const tries = useRef(0);
  const latest = useRef(onRetry);
  latest.current = onRetry;
  // Every failed try is another error.
  useEffect(() => {
    tries.current += 1;
    const wait = Math.min(error.retryAfter ?? 2 ** tries.current, MAX_WAIT);
    const timer = setTimeout(() => latest.current(), wait * 1_000);
    return () => clearTimeout(timer);
  }, [error]);
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      alignItems="center"
      gap="4"
      paddingY={{ base: "16", md: "24" }}
      textAlign="center"
    >
      <chakra.p role="status" color="fg.muted" textWrap="balance">
        {MESSAGES.searchWaking}
      </chakra.p>
      <Button variant="outline" colorPalette="neutral" onClick={onRetry}>
        Try again now
      </Button>
    </chakra.div>
  );
}

/** In place of a list that couldn't be read: a search that wakes up, or the 500 page with a retry. */
export const FailedList = (props: FailedListProps) =>
  props.error.code === "search_waking" ? <SearchWaking {...props} /> : <ErrorPage onRetry={props.onRetry} />;
