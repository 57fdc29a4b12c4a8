import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { updateItemTable } from "./data-model/item-table.ts";

/** `npm run data-model` writes the table of items into docs/data-model.md. */
const PAGE = join(import.meta.dirname, "../docs/data-model.md");
writeFileSync(PAGE, await updateItemTable(readFileSync(PAGE, "utf8")));
