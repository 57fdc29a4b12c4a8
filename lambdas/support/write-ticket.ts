import { writeTicket } from "#shared/contract/support.ts";
import { TicketId } from "#shared/model/ids.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { throttle } from "../throttle/throttle.ts";
import { findOpenUser } from "../users/open-account.ts";
import { supportEmailTemplates } from "./email-templates.ts";
import { sendToOperatorsOnce } from "./send-to-operators.ts";
import type { SupportServices } from "./services.ts";

export const writeTicketHandler = handle(
  writeTicket,
  async ({ body, actor: { userId }, sourceIp }, services: SupportServices) => {
    const user = await findOpenUser(services.table, userId);
    if (!user) return fail("forbidden");
    const refused = await throttle(services, "ticket", { sourceIp, account: userId });
    if (refused) return refused;
    const { ticketTitle: title, ticketBody } = body;
    const number = await sendToOperatorsOnce(services, {
      identity: ["ticket", userId, title, ticketBody],
      replyTo: user.email,
      email: (number) =>
        supportEmailTemplates.ticket({ number, title, body: ticketBody, username: user.name, email: user.email }),
    });
    return { ticketId: TicketId.parse(number) };
  },
);
