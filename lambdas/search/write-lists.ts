import { setTimeout as sleep } from "node:timers/promises";
import type { BatchStatementError } from "@aws-sdk/client-dynamodb";
import { BatchExecuteStatementCommand } from "@aws-sdk/lib-dynamodb";
import { gather } from "./gather.ts";
import { ListEntity } from "./index.entity.ts";
import { type OpenIndexing, SearchTable } from "./search-table.ts";

/** A list to write, and the version that it replaces; none where it has to be new. */
export interface ListWrite {
  readonly list: {
    readonly pk: string;
    readonly sk: string;
    readonly numbers: Uint8Array;
    readonly version: string;
  };
  readonly replaces: string | undefined;
}

/** How many statements one call takes. */
const MOST_STATEMENTS = 25;
const ATTEMPTS = 10;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** What DynamoDB answers to a statement whose list is no longer as it was read. */
const LOST = ["ConditionalCheckFailed", "DuplicateItem", "TransactionConflict"];
/** What it answers to one that may be sent again. */
const PASSING = ["InternalServerError", "ProvisionedThroughputExceeded", "RequestLimitExceeded", "ThrottlingError"];

const { numbers, version } = ListEntity.schema.attributes;
const [NUMBERS, VERSION] = [numbers.props.savedAs, version.props.savedAs];

/** Only PartiQL has a batch of writes with a condition each, which bills them as single ones; a transaction takes twice as much. */
function statementOf({ list, replaces }: ListWrite) {
  const { pk, sk } = list;
  const table = `"${SearchTable.getName()}"`;
  if (replaces === undefined) {
    const Statement = `INSERT INTO ${table} VALUE {'pk': ?, 'sk': ?, '${NUMBERS}': ?, '${VERSION}': ?}`;
    return { Statement, Parameters: [pk, sk, list.numbers, list.version] };
  }
  const Statement = `UPDATE ${table} SET "${NUMBERS}" = ? SET "${VERSION}" = ? WHERE "pk" = ? AND "sk" = ? AND "${VERSION}" = ?`;
  return { Statement, Parameters: [list.numbers, list.version, pk, sk, replaces] };
}

/** A function that writes a list together with others, and answers false where it is no longer what was read. */
export const openListWriter = (indexing: OpenIndexing) =>
  gather(MOST_STATEMENTS, async (writes: readonly ListWrite[]) => {
    const written = new Map<ListWrite, boolean>();
    let left = writes;
    for (let attempt = 1; left.length > 0; attempt++) {
      const command = new BatchExecuteStatementCommand({ Statements: left.map(statementOf) });
      const { Responses = [] } = await indexing.write({ send: () => SearchTable.getDocumentClient().send(command) });
      // The service answers each statement; an answer that is missing must not count as a list that is written.
      if (Responses.length !== left.length) throw new Error("The index answered for some lists only");
      const passing: ListWrite[] = [];
      for (const [at, write] of left.entries()) {
        const { Error: error } = Responses[at] ?? {};
        if (PASSING.includes(error?.Code ?? "")) passing.push(write);
        else written.set(write, isWritten(error));
      }
      if (passing.length > 0 && attempt === ATTEMPTS) throw new Error("The index left some lists unwritten");
      if (passing.length > 0) await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
      left = passing;
    }
    return writes.map((write) => written.get(write) ?? false);
  });

function isWritten(error: BatchStatementError | undefined): boolean {
  if (!error) return true;
  if (LOST.includes(error.Code ?? "")) return false;
  throw new Error(`A list could not be written: ${error.Code} ${error.Message}`);
}
