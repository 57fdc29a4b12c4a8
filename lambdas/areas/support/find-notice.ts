import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { NoticeId } from "#shared/model/ids.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { NoticeEntity } from "./notice.entity.ts";

export async function findNotice(table: OpenTable, noticeId: string) {
  const { Item } = await table.send(NoticeEntity.build(GetItemCommand).key({ noticeId }).options({ consistent: true }));
  return Item;
}

/** The report that a takedown references; undefined for any other reference, or after its retention. */
export async function findReportersNotice(table: OpenTable, reporter: string) {
  const { data: noticeId } = NoticeId.safeParse(/^notice (\S+)$/.exec(reporter)?.[1]);
  return noticeId && (await findNotice(table, noticeId));
}
