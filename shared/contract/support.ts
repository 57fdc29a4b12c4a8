import * as z from "zod/mini";
import { ReportForm, ThreadReportForm, TicketForm } from "../model/community.ts";
import { NoticeId, ThreadId, TicketId } from "../model/ids.ts";
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

/**
 * Reports to the operators content that breaks the law or the rules. `link` is a path or an address of this site, but none of a
 * conversation, which only its sides can report.
 */
export const reportContent = route({
  method: "POST",
  path: "/api/notices",
  access: "public",
  audit: "notice.write",
  body: ReportForm,
  status: 201,
  returns: z.object({ noticeId: NoticeId }),
});

/** Reports a conversation to the operators, who read one only if one of its two sides reported it; for anyone else there is none. */
export const reportThread = route({
  method: "POST",
  path: "/api/threads/{threadId}/notices",
  access: "user",
  audit: "notice.write",
  throttled: "notice",
  params: z.object({ threadId: ThreadId }),
  body: ThreadReportForm,
  status: 201,
  returns: z.object({ noticeId: NoticeId }),
  fails: ["thread_not_found"],
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
