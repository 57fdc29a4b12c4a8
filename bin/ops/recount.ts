import { defineCommand } from "../command/command.ts";
import { recount } from "../recount/recount.ts";

export const command = defineCommand({
  forms: [""],
  says: [
    "Favourites, also by day, followers, comments, replies, reviews, stars, collections, visible artworks, unread notifications, sold",
    "licences, discounts' uses, disputes, second factors. It reads the whole table twice, and ends with 1 where a counter is left that",
    "differs.",
  ],
  options: { write: { says: "corrects them, each on condition that it still says what was read" } },
  async run({ values: { write }, isDry, stage, record }) {
    const opened = await stage();
    const writes = write && !isDry;
    if (writes) await record("counters.recount");
    if ((await recount(opened.output("TableName"), writes)) > 0) process.exitCode = 1;
  },
});
