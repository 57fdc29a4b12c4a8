import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Stage } from "#lib/stacks/stages.ts";
import type { MarketplaceFunction } from "./function.ts";

/** Keys that sign certificates. Operators rotate them and never remove one, as certificates are verified for years. */
export class Signing extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Signing");
    this.secret = new Secret(this, "Key", {
      description: "Signs certificates; add keys with npm run ops -- rotate signing-key, and never remove one",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason:
        "npm run ops -- rotate signing-key adds a key; former keys must stay, because certificates are verified for years.",
    });
  }

  grantTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ SIGNING_SECRET_ARN: this.secret.secretArn });
    fn.allow(["secretsmanager:GetSecretValue"], [this.secret.secretArn]);
  }
}
