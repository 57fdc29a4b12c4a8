import { Annotations, CfnOutput, Stack } from "aws-cdk-lib";
import { PublicHostedZone, TxtRecord } from "aws-cdk-lib/aws-route53";
import { EmailIdentity, Identity } from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { Domain, Stage } from "#lib/stacks/stages.ts";
import { APP_NAME } from "#shared/brand.ts";
import type { MarketplaceFunction } from "./function.ts";

/**
 * The sender of mail: the stage's domain, or else an address from the deployment's values.
 * SES verifies an identity only after the deployment that creates it, so no resource that requires a verified identity may
 * reference it.
 */
export class Mail extends Construct {
  private readonly stage: Stage;
  private readonly address: string;
  private readonly identity?: EmailIdentity;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Mail");
    this.stage = stage;
    this.address = stage.domain ? `no-reply@${stage.domain.name}` : (stage.mailFrom ?? "no-reply@ochre.invalid");
    if (stage.domain) this.identity = domainIdentity(this, stage.domain);
    else if (stage.mailFrom)
      this.identity = new EmailIdentity(this, "Identity", { identity: Identity.email(stage.mailFrom) });
    new CfnOutput(Stack.of(this), "MailSender", { value: this.address });
  }

  private operators() {
    const { operatorsMail, domain, mailFrom } = this.stage;
    return operatorsMail ?? (domain ? `info@${domain.name}` : (mailFrom ?? "info@ochre.invalid"));
  }

  nameOperatorsTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ OPERATORS_MAIL: this.operators() });
  }

  grantTo(fn: MarketplaceFunction) {
    this.nameOperatorsTo(fn);
    fn.setEnvironment({ MAIL_FROM: `${APP_NAME} <${this.address}>` });
    if (this.identity) fn.allow(["ses:SendEmail"], [this.identity.emailIdentityArn]);
    else {
      Annotations.of(this).addWarningV2(
        "ochre:mail",
        "Neither domain nor mailFrom is set: this stage sends no email, so nobody can sign up.",
      );
    }
  }
}

/** With a hosted zone, creates the records of DKIM, DMARC and an own MAIL FROM domain, so that SPF aligns too. */
function domainIdentity(scope: Construct, { name, hostedZoneId }: Domain) {
  if (!hostedZoneId) return new EmailIdentity(scope, "Identity", { identity: Identity.domain(name) });
  const zone = PublicHostedZone.fromPublicHostedZoneAttributes(scope, "Zone", { hostedZoneId, zoneName: name });
  new TxtRecord(scope, "Dmarc", { zone, recordName: "_dmarc", values: ["v=DMARC1; p=quarantine"] });
  return new EmailIdentity(scope, "Identity", {
    identity: Identity.publicHostedZone(zone),
    mailFromDomain: `mail.${name}`,
  });
}
