import { chakra, Heading, Text } from "@chakra-ui/react";
import { formatCount } from "#shared/format.ts";
import type { Numbers } from "#shared/model/numbers.ts";
import { RelativeTime } from "#web/ui/date-time.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { KIND_NAMES } from "../decision-texts.ts";

/** The open items of the queue, and since when the oldest waits. */
export function OpenCases({ open }: Pick<Numbers, "open">) {
  return (
    <chakra.section aria-labelledby="open-cases" marginBottom="8" _print={{ display: "none" }}>
      <Heading as="h2" size="2xl" id="open-cases" marginBottom="4">
        Open in the queue
      </Heading>
      {open.length === 0 ? (
        <Text color="fg.muted">Nothing is open.</Text>
      ) : (
        <ResponsiveTable
          caption="Open items by kind"
          columns={["Kind", "Open", "Oldest"]}
          rows={open.map(({ kind, count, isMore, oldest }) => ({
            id: kind,
            name: KIND_NAMES[kind],
            cells: [
              <NameLink key="count" to={`/admin/queue?kind=${kind}`}>
                {isMore ? `More than ${formatCount(count)}` : formatCount(count)}
              </NameLink>,
              <RelativeTime key="oldest" value={oldest} />,
            ],
          }))}
        />
      )}
    </chakra.section>
  );
}
