import * as z from "zod/mini";
import { SuspensionAnswer } from "../model/account.ts";
import { ReportForm, ThreadReportForm, TicketForm } from "../model/community.ts";
import { NoticeId, ThreadId, TicketId, UserId } from "../model/ids.ts";
import { choice, ToastMessage } from "../model/primitives.ts";
import { PAGES, type PagePath } from "../pages.ts";
import { route } from "../route.ts";

/** A question to the operators, who answer by mail. The same text on the same day counts as one ticket. */
export const writeTicket = route({
  method: "POST",
  path: "/api/tickets",
  access: "user",
  whileSuspended: "allowed",
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
  whileSuspended: "allowed",
  audit: "notice.write",
  throttled: "notice",
  params: z.object({ threadId: ThreadId }),
  body: ThreadReportForm,
  status: 201,
  returns: z.object({ noticeId: NoticeId }),
  fails: ["thread_not_found"],
});

/** The owner's answer to the suspension of their account, one each, which somebody else than who suspended it decides about. */
export const answerSuspension = route({
  method: "POST",
  path: "/api/users/{userId}/suspension/answer",
  access: "self",
  whileSuspended: "allowed",
  audit: "account.answer_suspension",
  throttled: "notice",
  params: z.object({ userId: UserId }),
  body: SuspensionAnswer,
  status: 200,
  returns: ToastMessage,
  fails: ["account_not_suspended", "suspension_answered"],
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
