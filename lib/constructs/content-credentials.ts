import { CfnOutput, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Stage } from "#lib/stacks/stages.ts";
import type { MarketplaceFunction } from "./function.ts";

/** The certificate that signs delivered pictures; nothing is signed until operators provide it (docs/operations.md). */
export class ContentCredentials extends Construct {
  private readonly secret: Secret;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "ContentCredentials");
    this.secret = new Secret(this, "Key", {
      description: 'Content Credentials: {"privateKey": "PEM", "certificates": "PEM, its own first"}',
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "The CA renews the certificate; operators update the secret manually.",
    });
    new CfnOutput(Stack.of(this), "CredentialsSecret", { value: this.secret.secretArn });
  }

  grantTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ CREDENTIALS_SECRET_ARN: this.secret.secretArn });
    fn.allow(["secretsmanager:GetSecretValue"], [this.secret.secretArn]);
  }
}
