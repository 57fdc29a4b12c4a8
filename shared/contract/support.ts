import * as z from "zod/mini";
import { ReportForm, ThreadReportForm, TicketForm } from "../model/community.ts";
import { NoticeId, ThreadId, TicketId } from "../model/ids.ts";
import { choice } from "../model/primitives.ts";
import { PAGES, type PagePath } from "../pages.ts";
import { route } from "../route.ts";

/** A question to the operators, who answer by mail. The same text on the same day counts as one ticket. */
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
 * Reports illegal or prohibited content to the operators. `link` is a path or URL of this site; conversations can only be
 * reported by their sides, with `reportThread`.
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

/** Reports a conversation to the operators, who can read it only then; for the caller's own conversations only. */
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

/** Counts a script error in a browser; neither the error's text nor anything about the person is sent. */
export const reportScriptError = route({
  method: "POST",
  path: "/api/script_errors",
  access: "public",
  body: z.object({
    page: choice(Object.keys(PAGES) as [PagePath, ...PagePath[]]),
    /** An exception, a rejected promise, or a file of the page that failed to load. */
    kind: choice(["error", "rejection", "load"]),
  }),
  status: 204,
});
