import * as z from "zod/mini";
import { Person } from "./account.ts";

/** An account as operators see it beside a case, an artwork or an order. */
export const Account = z.object({ person: Person, since: z.string(), works: z.number() });
export type Account = z.output<typeof Account>;
