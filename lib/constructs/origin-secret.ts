import { CfnOutput, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Stage } from "#lib/stacks/stages.ts";
import { ORIGIN_HEADER, type OriginSecret as Value } from "#shared/origin-secret.ts";
import type { MarketplaceFunction } from "./function.ts";

const CURRENT: keyof Value = "current";

/** Secret header of CloudFront's requests to the APIs behind it, so that no client can bypass CloudFront. */
export class OriginSecret extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Origin");
    this.secret = new Secret(this, "Secret", {
      description:
        "Proves to the APIs that a request came through CloudFront; rotate it with npm run ops -- rotate origin-secret",
      generateSecretString: {
        secretStringTemplate: "{}",
        generateStringKey: CURRENT,
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "npm run ops -- rotate origin-secret rotates it together with CloudFront's header, without downtime.",
    });
    new CfnOutput(Stack.of(this), "OriginSecret", { value: this.secret.secretArn });
  }

  /** Custom headers of an origin. CloudFormation resolves the value, so that no template contains it. */
  get headers() {
    return { [ORIGIN_HEADER]: this.secret.secretValueFromJson(CURRENT).unsafeUnwrap() };
  }

  /** Makes the function reject requests that bypass CloudFront. */
  guard(fn: MarketplaceFunction) {
    fn.setEnvironment({ ORIGIN_SECRET_ARN: this.secret.secretArn });
    fn.allow(["secretsmanager:GetSecretValue"], [this.secret.secretArn]);
  }
}
