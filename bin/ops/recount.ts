import { defineCommand } from "../command/command.ts";
import { recount } from "../recount/recount.ts";

export const command = defineCommand({
  forms: [""],
  says: [
    "Favourites, also by day, followers, comments, replies, reviews, stars, collections, visible artworks, unread notifications, sold",
    "licences, discounts' uses, disputes, second factors; and works with a tag, which the search index counts. It reads the whole table",
    "twice, and ends with 1 where a counter is left that differs. A tag that is left takes reindex.",
  ],
  options: { write: { says: "corrects them, each on condition that it still says what was read" } },
  async run({ values: { write }, isDry, stage, record }) {
    const opened = await stage();
    const tables = { TABLE_NAME: opened.output("TableName"), SEARCH_TABLE_NAME: opened.output("SearchTableName") };
    const writes = write && !isDry;
    if (writes) await record("counters.recount");
    if ((await recount(tables, writes)) > 0) process.exitCode = 1;
  },
});
