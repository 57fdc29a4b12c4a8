import { Button, chakra, Field, Input } from "@chakra-ui/react";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import { type FormEvent, useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { listLog, readOperator } from "#shared/contract/admin.ts";
import { formatCount } from "#shared/format.ts";
import { LIMITS } from "#shared/limits.ts";
import type { LogEntry, LookReason, OperatorAccount } from "#shared/model/operator.ts";
import { useRead, useReadPages } from "#web/api/use-read.ts";
import { DateTime } from "#web/ui/date-time.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FieldLayout } from "#web/ui/form/labelled-field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { NameLink } from "#web/ui/name-link.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { ShowMore } from "#web/ui/show-more.tsx";
import { profilePath } from "#web/ui/site-link.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { MAX_EXPORTED, readLogCsv } from "./log-csv.ts";
import { LOG_FILTERS, type LogFilter, parseLogFilter } from "./log-filter.ts";
import { EVENT_GROUPS, formatActor, formatEvent, formatOutcome, formatReason, formatTarget } from "./log-labels.ts";
import { LookDialog } from "./looks/look-dialog.tsx";
import { useLookReason } from "./looks/look-reasons.ts";

/** A person by their page, anything else by its id. */
function Subject({ person, text }: { readonly person: LogEntry["actor"]; readonly text: string }) {
  if (person?.name) return <NameLink to={profilePath(person.name)}>{text}</NameLink>;
  return <chakra.span overflowWrap="anywhere">{text || "–"}</chakra.span>;
}

const toRow = (entry: LogEntry) => ({
  id: entry.id,
  name: formatEvent(entry.event),
  cells: [
    <chakra.span key="at" whiteSpace="nowrap">
      <DateTime value={entry.at} />
    </chakra.span>,
    <Subject key="who" person={entry.actor} text={formatActor(entry)} />,
    <Subject key="target" person={entry.targetPerson} text={formatTarget(entry)} />,
    formatOutcome(entry.outcome),
    <chakra.span key="reason" overflowWrap="anywhere">
      {formatReason(entry) || "–"}
    </chakra.span>,
  ],
});

interface FiltersProps {
  readonly filter: LogFilter;
  readonly reason: LookReason;
  /** Problem of the range of days. */
  readonly error: string | undefined;
  readonly onChange: (filter: LogFilter) => void;
}

function Filters({ filter, reason, error, onChange }: FiltersProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const typed = new URLSearchParams(LOG_FILTERS.map((name) => [name, String(values.get(name) ?? "")]));
    onChange(parseLogFilter(typed));
  }
  return (
    <chakra.form onSubmit={submit} noValidate marginBottom="6" aria-label="Filter the log">
      <chakra.div
        display="grid"
        gap="4"
        gridTemplateColumns={{ base: "repeat(2, minmax(0, 1fr))", lg: "repeat(5, minmax(0, 1fr))" }}
        marginBottom="4"
      >
        <FieldLayout label="Who" hint="Username or id">
          <Input name="who" defaultValue={filter.who ?? ""} maxLength={LIMITS.lookedUp.max} autoCapitalize="none" />
        </FieldLayout>
        <FieldLayout label="About" hint="Username or id">
          <Input
            name="target"
            defaultValue={filter.target ?? ""}
            maxLength={LIMITS.lookedUp.max}
            autoCapitalize="none"
          />
        </FieldLayout>
        <Field.Root gridColumn={{ base: "1 / -1", lg: "auto" }}>
          <Field.Label htmlFor="log-event">Event</Field.Label>
          <Select id="log-event" name="event" defaultValue={filter.event ?? ""} root={{ width: "full" }}>
            <option value="">All events</option>
            {EVENT_GROUPS.map(({ kind, name, events }) => (
              <optgroup key={kind} label={name}>
                <option value={kind}>{name}: all</option>
                {events.map((event) => (
                  <option key={event} value={event}>
                    {formatEvent(event)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field.Root>
        <FieldLayout label="From" hint="UTC" error={error}>
          <Input type="date" name="start" defaultValue={filter.start ?? ""} />
        </FieldLayout>
        <FieldLayout label="Until" hint="UTC">
          <Input type="date" name="end" defaultValue={filter.end ?? ""} />
        </FieldLayout>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <Button type="submit" size="sm">
          Filter
        </Button>
        {Object.keys(filter).length > 0 && (
          <Button size="sm" variant="outline" colorPalette="neutral" onClick={() => onChange({})}>
            Clear filters
          </Button>
        )}
        <ExportButton filter={filter} reason={reason} />
      </chakra.div>
    </chakra.form>
  );
}

function ExportButton({ filter, reason }: Pick<FiltersProps, "filter" | "reason">) {
  const [isBusy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    try {
      const { csv, isWhole } = await readLogCsv({ ...filter, reason });
      saveFile("log.csv", "text/csv;charset=utf-8", csv);
      if (!isWhole) toast.error(`The file has the newest ${formatCount(MAX_EXPORTED)} entries. Choose fewer days.`);
    } catch {
      // The call's toast says so.
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      size="sm"
      variant="outline"
      colorPalette="neutral"
      aria-disabled={isBusy}
      onClick={() => !isBusy && void save()}
    >
      <FileSpreadsheet aria-hidden />
      {isBusy ? "Exporting…" : "Export CSV"}
    </Button>
  );
}

/** Asks for the reason of the look once, and keeps it until the page is reloaded. */
function LogForReason({ operator }: { readonly operator: OperatorAccount }) {
  const navigate = useNavigate();
  const [reason, giveReason] = useLookReason(operator.name, "log");
  if (reason) return <Entries reason={reason} />;
  return <LookDialog subject="log" onLook={giveReason} onClose={() => void navigate("/admin")} />;
}

export default function Log() {
  const { data: operator } = useRead(readOperator, {});
  return operator ? <LogForReason operator={operator} /> : null;
}

/** The audit log: who did what, to whom and why. The address keeps the filters. */
function Entries({ reason }: { readonly reason: LookReason }) {
  const [search, setSearch] = useSearchParams();
  const filter = parseLogFilter(search);
  const pages = useReadPages(listLog, { query: { ...filter, reason } }, { errorMessage: "The log wasn't loaded" });
  const { items, isLoading, error } = pages;
  return (
    <>
      <Filters
        key={search.toString()}
        filter={filter}
        reason={reason}
        error={error?.fields.start}
        onChange={(next) => setSearch({ ...next } as Record<string, string>, { preventScrollReset: true })}
      />
      {isLoading && <SkeletonColumns count={4} isNarrow label="Loading the log" />}
      {items.length > 0 && (
        <ResponsiveTable
          caption="The log, newest first"
          columns={["Event", "Time", "Who", "About", "Outcome", "Reason"]}
          rows={items.map(toRow)}
        />
      )}
      {items.length === 0 && !isLoading && !error && (
        <EmptyState
          title="No entries"
          text={
            Object.keys(filter).length > 0
              ? "Nothing in the log matches these filters. Without days it shows the last 30."
              : "The log shows the last 30 days. Choose other days for earlier entries."
          }
        />
      )}
      {!error?.fields.start && <ShowMore pages={pages} noun="entries" />}
    </>
  );
}
