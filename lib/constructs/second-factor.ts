import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Stage } from "#lib/stacks/stages.ts";
import type { MarketplaceFunction } from "./function.ts";

/** Secret from which the keys of second factors are derived. It is never rotated, as stored data is encrypted with it. */
export class SecondFactor extends Construct {
  private readonly secret: Secret;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "SecondFactor");
    this.secret = new Secret(this, "Key", {
      description: "Encrypts second factors; changing it invalidates all authenticator apps and recovery codes",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "Authenticator apps and recovery codes are encrypted with it, so rotation would invalidate them.",
    });
  }

  grantTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ SECOND_FACTOR_SECRET_ARN: this.secret.secretArn });
    fn.allow(["secretsmanager:GetSecretValue"], [this.secret.secretArn]);
  }
}
