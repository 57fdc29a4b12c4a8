import { reportContent } from "#shared/contract/support.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NoticeId } from "#shared/model/ids.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import { throttleAddress } from "../throttle/throttle.ts";
import { supportEmailTemplates } from "./email-templates.ts";
import { sendToOperatorsOnce } from "./send-to-operators.ts";
import type { SupportServices } from "./services.ts";

/** The full address of a place on this site; a link to elsewhere never reaches an operator's mail. */
function addressOf(link: string, siteOrigin: string): string | undefined {
  const address = URL.parse(link, siteOrigin);
  return address?.origin === siteOrigin ? address.href : undefined;
}

export const reportContentHandler = handle(
  reportContent,
  async ({ body: { link, reason, email }, sourceIp }, services: SupportServices) => {
    const href = addressOf(link, services.siteOrigin);
    if (!href) return fail("invalid_request", { fields: { link: MESSAGES.invalid } });
    const refused = await throttleAddress(services, "notice", sourceIp);
    if (refused) return refused;
    const number = await sendToOperatorsOnce(services, {
      identity: ["notice", email, href, reason],
      replyTo: email,
      email: (number) => supportEmailTemplates.notice({ number, href, reason, email }),
    });
    return { noticeId: NoticeId.parse(number) };
  },
);
