import { randomBytes } from "node:crypto";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import { PutTransaction } from "dynamodb-toolbox/entity/actions/transactPut";
import { execute } from "dynamodb-toolbox/entity/actions/transactWrite";
import { isLostRace } from "../table/lost-race.ts";
import { ListEntity, listSortKey, termPartition } from "./index.entity.ts";
import type { FoundList, Posting } from "./newest-lists.ts";
import { encodeNumbers, splitNumbers } from "./number-list.ts";
import { forgetList, rememberList } from "./remembered-lists.ts";
import type { OpenIndexing } from "./search-table.ts";
import type { Kind } from "./terms.ts";
import { openListWriter } from "./write-lists.ts";

/** Where a list stands, and its version as it was read. */
type ListPlace = Posting & Omit<FoundList, "numbers"> & { readonly kind: Kind };

/**
 * A function that writes a list, in several where it has grown too long, or deletes an empty one; it answers false where the
 * list is no longer what was read. What is written within one turn of the event loop is sent together.
 */
export function openReplacing(indexing: OpenIndexing) {
  const writeList = openListWriter(indexing);

  return async (place: ListPlace, numbers: readonly number[]): Promise<boolean> => {
    const { kind, term, field, start, version, isNewest } = place;
    const pk = termPartition(kind, term);
    const itemOf = (from: number, list: readonly number[]) => ({
      pk,
      sk: listSortKey(field, from),
      numbers: encodeNumbers(list),
      version: randomBytes(6).toString("base64url"),
    });
    const unchanged = version ? ({ attr: "version", eq: version } as const) : ABSENT;
    const [first, ...further] = splitNumbers(numbers);
    const [head, ...tail] = first ? [itemOf(start, first), ...further.map((list) => itemOf(list[0] ?? 0, list))] : [];
    // Whatever becomes of the write, what it replaces is out of date.
    if (isNewest) forgetList(kind, term, field);
    const isDone = await unlessLost(async () => {
      if (head && tail.length === 0) return writeList({ list: head, replaces: version });
      if (head) {
        const puts = tail.map((item) => ListEntity.build(PutTransaction).item(item).options({ condition: ABSENT }));
        const put = ListEntity.build(PutTransaction).item(head).options({ condition: unchanged });
        await indexing.write({ send: () => execute(put, ...puts) });
      } else {
        const key = { pk, sk: listSortKey(field, start) };
        await indexing.write(ListEntity.build(DeleteItemCommand).key(key).options({ condition: unchanged }));
      }
      return true;
    });
    const last = tail.at(-1) ?? head;
    if (isDone && isNewest && last) rememberList(kind, term, field, last);
    return isDone;
  };
}

const ABSENT = { attr: "version", exists: false } as const;

async function unlessLost(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write();
  } catch (error) {
    if (isLostRace(error)) return false;
    throw error;
  }
}
