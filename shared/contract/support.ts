import * as z from "zod/mini";
import { ReportForm, TicketForm } from "../model/community.ts";
import { NoticeId, TicketId } from "../model/ids.ts";
import { choice } from "../model/primitives.ts";
import { PAGES, type PagePath } from "../pages.ts";
import { route } from "../route.ts";

/** Asks the operators, who answer by mail. The same words sent again the same day are one ticket. */
export const writeTicket = route({
  method: "POST",
  path: "/api/tickets",
  access: "user",
  audit: "ticket.write",
  body: TicketForm,
  status: 201,
  returns: z.object({ ticketId: TicketId }),
});

/** Reports to the operators content that breaks the law or the rules. `link` is a path or an address of this site. */
export const reportContent = route({
  method: "POST",
  path: "/api/notices",
  access: "public",
  audit: "notice.write",
  body: ReportForm,
  status: 201,
  returns: z.object({ noticeId: NoticeId }),
});

/** A script of a page failed in a browser, which is counted: no word of what was thrown, and nothing of the person. */
export const reportScriptError = route({
  method: "POST",
  path: "/api/script_errors",
  access: "public",
  body: z.object({
    page: choice(Object.keys(PAGES) as [PagePath, ...PagePath[]]),
    /** It threw, a promise was rejected, or a file of the page couldn't be loaded. */
    kind: choice(["error", "rejection", "load"]),
  }),
  status: 204,
});
