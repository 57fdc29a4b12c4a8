import { Annotations, CfnOutput, Stack } from "aws-cdk-lib";
import { PublicHostedZone, TxtRecord } from "aws-cdk-lib/aws-route53";
import { EmailIdentity, Identity } from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { Domain, Stage } from "#lib/stacks/stages.ts";
import { APP_NAME } from "#shared/brand.ts";
import type { MarketplaceFunction } from "./function.ts";

/**
 * The sender of mail: the stage's domain where it has one, else an address that the account names.
 * SES sends nothing for an identity before its owner has verified it, which takes longer than the deployment that makes
 * it: no resource that AWS checks against a verified identity may name this one.
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

  grantTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ MAIL_FROM: `${APP_NAME} <${this.address}>`, OPERATORS_MAIL: this.operators() });
    if (this.identity) fn.allow(["ses:SendEmail"], [this.identity.emailIdentityArn]);
    else {
      Annotations.of(this).addWarningV2(
        "ochre:mail",
        "No domain and no mailFrom: this stage sends no mail, so nobody can sign up.",
      );
    }
  }
}

/** With its zone come the records of DKIM, of a MAIL FROM of its own, so that SPF aligns too, and of DMARC. */
function domainIdentity(scope: Construct, { name, hostedZoneId }: Domain) {
  if (!hostedZoneId) return new EmailIdentity(scope, "Identity", { identity: Identity.domain(name) });
  const zone = PublicHostedZone.fromPublicHostedZoneAttributes(scope, "Zone", { hostedZoneId, zoneName: name });
  new TxtRecord(scope, "Dmarc", { zone, recordName: "_dmarc", values: ["v=DMARC1; p=quarantine"] });
  return new EmailIdentity(scope, "Identity", {
    identity: Identity.publicHostedZone(zone),
    mailFromDomain: `mail.${name}`,
  });
}
