import type { FormattedItem } from "dynamodb-toolbox/entity";
import { DeleteItemCommand } from "dynamodb-toolbox/entity/actions/delete";
import type { EmailTemplate } from "../mail/email-template.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { type Mail, MailRefused } from "../mail/open-mail.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import { sendSpaced } from "../throttle/spaced-mail.ts";
import { findClaimant, type User } from "../users/find-user.ts";
import { findOpenUser } from "../users/open-account.ts";
import { MailRequestEntity } from "./mail-request.entity.ts";
import { issueToken } from "./mailed-token.ts";
import { verificationEmail } from "./verification-token.ts";

type Services = Pick<BaseServices, "log" | "now" | "siteOrigin"> & { readonly table: OpenTable; readonly mail: Mail };

type MailRequest = FormattedItem<typeof MailRequestEntity>;

/**
 * Mails the link that was asked for, if the address has an account for it, and forgets the request. Safe to repeat;
 * throws where another try may succeed.
 */
export async function answerMailRequest(services: Services, { requestId, kind, email }: MailRequest) {
  const { table, mail, now, log } = services;
  const userId = await findClaimant(table, { kind: "EMAIL", value: email }, now());
  const user = userId && (await findOpenUser(table, userId));
  if (user && mayHave[kind](user, now())) {
    await sendSpaced(services, kind, email, async () =>
      mail.send(user.email, await emailOf[kind](services, user)),
    ).catch((error: unknown) => {
      if (!(error instanceof MailRefused)) throw error;
      log.error("A requested mail was refused", { kind, error: error as Error });
    });
  }
  await table.send(MailRequestEntity.build(DeleteItemCommand).key({ requestId }));
}

const mayHave = {
  forgot: ({ verified }: User) => verified,
  resend: ({ verified, until = 0 }: User, now: Date) => !verified && until > epochSeconds(now),
} as const;

const emailOf = {
  forgot: async (services: Services, user: User): Promise<EmailTemplate> => {
    const secret = await issueToken(services, "reset", user);
    return emailTemplates.passwordReset(`${services.siteOrigin}/reset_password/user/${user.userId}/token/${secret}`);
  },
  /** The link lives no longer than what it verifies: asking again keeps no name and no address any longer. */
  resend: (services: Services, user: User): Promise<EmailTemplate> => verificationEmail(services, user, user.until),
} as const;
