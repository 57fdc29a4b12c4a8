import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { conditionHeld } from "../../platform/table/conditions.ts";
import type { OpenTable } from "../../platform/table/marketplace-table.ts";
import { queryAll } from "../../platform/table/query-all.ts";
import type { ArtworkItem } from "./find-artwork.ts";
import { titleIn } from "./stored-texts.ts";
import { TakedownEntity } from "./takedown.entity.ts";

/** The takedowns that an artwork's owner hasn't answered, one for each notice. */
export async function findOpenTakedowns(table: OpenTable, artworkId: string) {
  const all = await queryAll(table, TakedownEntity, { partition: `A#${artworkId}`, beginsWith: "TD#" });
  return all.filter(({ answeredAt }) => answeredAt === undefined);
}

type Takedown = Awaited<ReturnType<typeof findOpenTakedowns>>[number];

/** Stores why it is taken down; the table's stream tells its owner. */
export const recordTakedown = (
  table: OpenTable,
  artwork: ArtworkItem,
  { takedownId, reason, reporter }: Pick<Takedown, "takedownId" | "reason" | "reporter">,
) => {
  const { artworkId, ownerId } = artwork;
  const item = { artworkId, takedownId, ownerId, title: titleIn(artwork), reason, reporter };
  return table.send(TakedownEntity.build(PutItemCommand).item(item));
};

/** Stores the owner's answer. False where there is one already. */
export const recordAnswer = (table: OpenTable, { artworkId, takedownId }: Takedown, answer: string, at: Date) =>
  conditionHeld(
    table.send(
      TakedownEntity.build(UpdateItemCommand)
        .item({ artworkId, takedownId, answer, answeredAt: at.toISOString() })
        .options({
          condition: {
            and: [
              { attr: "reason", exists: true },
              { attr: "answeredAt", exists: false },
            ],
          },
        }),
    ),
  );
