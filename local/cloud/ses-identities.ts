import * as z from "zod/mini";
import { type MailService, unverifiedMessage } from "#local/services/ses.ts";
import type { Assembly } from "#local/template/assembly.ts";
import { parseProperties } from "#local/template/read.ts";
import type { Resolver } from "#local/template/resolve.ts";

const PoolProperties = z.object({
  EmailConfiguration: z.optional(
    z.object({ EmailSendingAccount: z.optional(z.string()), SourceArn: z.optional(z.string()) }),
  ),
});

/**
 * Creates the template's SES identities, unverified.
 * Throws CloudFormation's error for a user pool that sends through an identity that isn't verified.
 */
export function ensureIdentities(mail: MailService, resolver: Resolver) {
  for (const { logicalId } of resolver.listResources("AWS::SES::EmailIdentity")) {
    mail.ensureIdentity(resolver.getName(logicalId));
  }
  for (const resource of resolver.listResources("AWS::Cognito::UserPool")) {
    const { EmailSendingAccount, SourceArn = "" } = parseProperties(resource, PoolProperties).EmailConfiguration ?? {};
    const identity = /:identity\/(.+)$/.exec(SourceArn)?.[1] ?? "";
    if (EmailSendingAccount !== "DEVELOPER" || mail.isVerified(identity)) continue;
    throw new Error(
      `${resource.logicalId} (${resource.type}) CREATE_FAILED: Cognito received the following error from Amazon SES ` +
        `when attempting to send email: ${unverifiedMessage(SourceArn)}`,
    );
  }
}

/** Verifies the sender address, which operators do once per stage after its first deployment. */
export function verifySenderAddress(mail: MailService, { template }: Assembly, { resolve }: Resolver) {
  const sender = template.Outputs?.MailSender?.Value;
  if (sender) mail.verifyIdentity(String(resolve(sender)));
}
