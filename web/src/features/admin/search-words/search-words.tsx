import { Button, chakra, Heading, IconButton, Text } from "@chakra-ui/react";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { changeSynonyms, readSearchWords } from "#shared/contract/admin.ts";
import { formatCount } from "#shared/format.ts";
import { MISSES } from "#shared/limits.ts";
import type { SearchWords } from "#shared/model/search-words.ts";
import { ApiError } from "#web/api/response.ts";
import { send } from "#web/api/send.ts";
import { useRead } from "#web/api/use-read.ts";
import { Plot } from "#web/features/audience/plot.tsx";
import { rangeLabel } from "#web/features/dashboard/range.ts";
import { countLabel } from "#web/ui/labels.ts";
import { ReadResult } from "#web/ui/read-result.tsx";
import { ResponsiveTable } from "#web/ui/responsive-table.tsx";
import { SkeletonColumns } from "#web/ui/skeletons.tsx";
import { toast } from "#web/ui/toaster.tsx";
import { ReasonDialog } from "../reason-dialog.tsx";
import { GroupDialog } from "./group-dialog.tsx";

const Row = chakra("li", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: "2",
    paddingY: "1",
    borderTopWidth: "1px",
    borderColor: "border.muted",
    _first: { borderTopWidth: "0" },
  },
});

/** The open dialog. */
type Open =
  | { readonly kind: "add"; readonly words: string }
  | { readonly kind: "change"; readonly group: string }
  | { readonly kind: "remove"; readonly group: string };

interface GroupsProps {
  readonly groups: SearchWords["groups"];
  readonly onOpen: (open: Open) => void;
}

const Groups = ({ groups, onOpen }: GroupsProps) => (
  <chakra.section aria-labelledby="synonyms" tabIndex={-1} outline="none">
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="3">
      <Heading as="h2" size="lg" id="synonyms">
        Synonyms
      </Heading>
      <Button size="sm" onClick={() => onOpen({ kind: "add", words: "" })}>
        <Plus aria-hidden />
        Add group…
      </Button>
    </chakra.div>
    <Text color="fg.muted" textStyle="sm" marginBottom="3">
      A search for one word of a group finds the others too, further down. The synonyms of WordNet apply besides.
    </Text>
    <chakra.ul listStyleType="none" aria-label="Groups of synonyms">
      {groups.map((group) => (
        <Row key={group}>
          <chakra.span flex="1" minWidth="10rem" overflowWrap="anywhere">
            {group.split(" ").join(", ")}
          </chakra.span>
          <span>
            <IconButton
              variant="ghost"
              colorPalette="neutral"
              aria-label={`Change ${group}`}
              title="Change"
              onClick={() => onOpen({ kind: "change", group })}
            >
              <Pencil aria-hidden />
            </IconButton>
            <IconButton
              variant="ghost"
              colorPalette="neutral"
              aria-label={`Remove ${group}`}
              title="Remove"
              onClick={() => onOpen({ kind: "remove", group })}
            >
              <X aria-hidden />
            </IconButton>
          </span>
        </Row>
      ))}
    </chakra.ul>
    {groups.length === 0 && <Text color="fg.muted">There are no groups.</Text>}
  </chakra.section>
);

interface MissesProps extends Pick<SearchWords, "days" | "missed"> {
  readonly onOpen: (open: Open) => void;
}

function Misses({ days, missed, onOpen }: MissesProps) {
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const [start = "", end = ""] = [days[0]?.day, days.at(-1)?.day];
  return (
    <chakra.section aria-labelledby="misses" display="grid" gap="4" alignContent="start">
      <Heading as="h2" size="lg" id="misses">
        Searches without results
      </Heading>
      <Plot
        title={`The last ${MISSES.days} days`}
        total={formatCount(total)}
        points={days.map(({ day, count }) => ({ day, values: [count], lines: [countLabel(count, "search")] }))}
        days={rangeLabel({ start, end })}
      />
      <Text color="fg.muted" textStyle="sm">
        Words appear here once {MISSES.least} visitors searched for them, since what fewer people type may be about
        somebody.
      </Text>
      {missed.length > 0 && (
        <ResponsiveTable
          caption="Words that found nothing"
          columns={["Words", "Searches", ""]}
          rows={missed.map(({ words, count }) => ({
            id: words,
            name: words,
            cells: [
              formatCount(count),
              <Button
                key="add"
                size="sm"
                variant="outline"
                colorPalette="neutral"
                aria-label={`Make a synonym of ${words}`}
                onClick={() => onOpen({ kind: "add", words: `${words} ` })}
              >
                Make a synonym…
              </Button>,
            ],
          }))}
        />
      )}
    </chakra.section>
  );
}

interface DialogsProps {
  readonly open: Open | null;
  readonly onChange: (change: { add?: string; remove?: string; reason: string }) => Promise<unknown>;
  readonly onClose: () => void;
}

function Dialogs({ open, onChange, onClose }: DialogsProps) {
  if (open?.kind === "add") {
    return (
      <GroupDialog
        title="Add a group of synonyms"
        words={open.words}
        usual="Searches for one should find the other"
        onSave={onChange}
        onClose={onClose}
      />
    );
  }
  if (open?.kind === "change") {
    const { group } = open;
    return (
      <GroupDialog
        title="Change the group"
        words={group}
        usual="Searches for one should find the other"
        onSave={(change) => onChange({ ...change, remove: group })}
        onClose={onClose}
      />
    );
  }
  if (!open) return null;
  return (
    <ReasonDialog
      title="Remove the group?"
      text={`Searches for one of ${open.group.split(" ").join(", ")} no longer find the others by this group.`}
      action="Remove"
      usual={`“${open.group}” found too much`}
      onConfirm={(reason) => onChange({ remove: open.group, reason })}
      onClose={onClose}
    />
  );
}

/** Groups of synonyms, and what visitors searched for without finding it. */
export default function SearchWordsPlace() {
  const read = useRead(readSearchWords, {});
  const [open, setOpen] = useState<Open | null>(null);

  async function change(body: { add?: string; remove?: string; reason: string }) {
    try {
      const { groups } = await send(changeSynonyms, { body }, { errorMessage: "The synonyms weren't saved" });
      await read.mutate((now) => now && { ...now, groups }, { revalidate: false });
      toast.success("Synonyms saved");
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "synonyms_changed") throw error;
      await read.mutate();
    }
  }

  return (
    <ReadResult read={read} fallback={<SkeletonColumns count={6} isNarrow label="Loading the words" />}>
      {({ groups, days, missed }) => (
        <chakra.div
          display="grid"
          gridTemplateColumns={{ base: "minmax(0, 1fr)", xl: "repeat(2, minmax(0, 1fr))" }}
          gap="10"
        >
          <Groups groups={groups} onOpen={setOpen} />
          <Misses days={days} missed={missed} onOpen={setOpen} />
          <Dialogs open={open} onChange={change} onClose={() => setOpen(null)} />
        </chakra.div>
      )}
    </ReadResult>
  );
}
