import { Button, chakra } from "@chakra-ui/react";
import FileDown from "lucide-react/icons/file-down";
import { useEffect, useId, useRef, useState } from "react";
import { listDocuments, readDocument } from "#shared/contract/licenses.ts";
import { LIMITS } from "#shared/limits.ts";
import type { OrderSide } from "#shared/model/order.ts";
import type { RouteResult } from "#shared/route.ts";
import { send } from "#web/api/send.ts";
import { useSignedIn } from "#web/session/use-session.ts";
import { Select } from "#web/ui/form/select.tsx";
import { countLabel } from "#web/ui/labels.ts";
import { ProgressTrack } from "#web/ui/progress-track.tsx";
import { saveFile } from "#web/ui/save-file.ts";
import { documentFileName } from "./document-labels.ts";

type Listed = RouteResult<typeof listDocuments>["items"][number];
type UserId = ReturnType<typeof useSignedIn>["id"];

/** The year an account was created, from its UUIDv7's timestamp (RFC 9562). */
const firstYear = (id: string) => new Date(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).getUTCFullYear();

/** Years that an account may have documents of, newest first. */
function listYears(id: string): readonly number[] {
  const now = new Date().getUTCFullYear();
  return Array.from({ length: Math.max(1, now - firstYear(id) + 1) }, (_, at) => now - at);
}

async function listAll(userId: UserId, type: OrderSide, year: number): Promise<Listed[]> {
  const items: Listed[] = [];
  for (let cursor: string | undefined, hasMore = true; hasMore; ) {
    const query = { type, year, ...(cursor ? { cursor } : {}) };
    const page = await send(listDocuments, { params: { userId }, query }, { errorMessage: FAILED });
    items.push(...page.items);
    hasMore = page.hasMore;
    cursor = page.cursor ?? undefined;
  }
  return items;
}

const FAILED = "The documents couldn't be downloaded";

/** Saves documents as one ZIP; calls `reached` before each, and aborts if it returns false. */
async function saveArchive(name: string, documents: readonly Listed[], reached: (index: number) => boolean) {
  const { downloadZip } = await import("client-zip");
  let isWhole = true;
  async function* files() {
    for (const [index, document] of documents.entries()) {
      isWhole = reached(index);
      if (!isWhole) return;
      const { orderId, nth, issued } = document;
      const input = await send(readDocument, { params: { orderId, nth } }, { errorMessage: FAILED });
      yield { name: documentFileName(document), lastModified: new Date(issued), input };
    }
  }
  const archive = await downloadZip(files()).blob();
  if (isWhole) saveFile(name, "application/zip", archive);
}

/** Downloads a year's receipts, invoices and credit notes as ZIP files, built in the browser. */
export function DocumentArchive({ side }: { readonly side: OrderSide }) {
  const { id: userId } = useSignedIn();
  const label = useId();
  const years = listYears(userId);
  const [year, setYear] = useState(years[0] ?? 0);
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number } | null>(null);
  const [outcome, setOutcome] = useState("");
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function download() {
    setOutcome("");
    setProgress({ done: 0, all: 0 });
    try {
      const documents = await listAll(userId, side, year);
      const { max } = LIMITS.documentArchive;
      for (let from = 0; from < documents.length && isHere.current; from += max) {
        const part = documents.length > max ? `-${from / max + 1}` : "";
        await saveArchive(`${side}-${year}${part}.zip`, documents.slice(from, from + max), (index) => {
          setProgress({ done: from + index, all: documents.length });
          return isHere.current;
        });
      }
      setOutcome(
        documents.length === 0
          ? `There are no documents from ${year}.`
          : `${countLabel(documents.length, "document")} from ${year} downloaded.`,
      );
    } catch {
      // The API client shows the failure in a toast.
    } finally {
      setProgress(null);
    }
  }

  return (
    <chakra.section
      aria-label="Documents for a year"
      display="grid"
      gap="3"
      marginTop={{ base: "8", md: "10" }}
      maxWidth="36rem"
    >
      <chakra.label htmlFor={label} textStyle="sm" color="fg.muted">
        Receipts, invoices and credit notes for a year, as PDFs in a ZIP file
      </chakra.label>
      <chakra.div display="flex" flexWrap="wrap" gap="3">
        <Select
          root={{ width: "8rem", disabled: progress !== null }}
          id={label}
          value={year}
          onChange={(event) => setYear(Number(event.currentTarget.value))}
        >
          {years.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
        <Button variant="outline" colorPalette="neutral" loading={progress !== null} onClick={() => void download()}>
          <FileDown aria-hidden />
          Download documents
        </Button>
      </chakra.div>
      {progress && progress.all > 0 && <ProgressTrack label="Documents" fraction={progress.done / progress.all} />}
      <chakra.p role="status" textStyle="sm" color="fg.muted" _empty={{ display: "none" }}>
        {outcome}
      </chakra.p>
    </chakra.section>
  );
}
