import { Annotations, CfnOutput, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import { Construct } from "constructs";
import type { Stage } from "#lib/stacks/stages.ts";
import { receiveEvent } from "#shared/contract/stripe.ts";
import { WEBHOOK_EVENTS } from "#shared/webhook-events.ts";
import type { MarketplaceFunction } from "./function.ts";

const STRIPE_API = "https://api.stripe.com";

/** The Stripe account; operators put its keys into the secret (docs/operations.md). */
export class Payments extends Construct {
  readonly secret: Secret;
  private readonly legalEntity: Stage["legalEntity"];

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Payments");
    this.legalEntity = stage.legalEntity;
    this.secret = new Secret(this, "Stripe", {
      description:
        'Stripe: {"secretKey": "sk_…", "webhookSecret": "whsec_…", "connectWebhookSecret": "whsec_…", "accountsWebhookSecret": "whsec_…"}',
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.secret).acknowledge({
      id: "AwsSolutions-SMG4",
      reason: "Stripe keys are rotated in Stripe's dashboard; operators update the secret.",
    });
  }

  grantTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ STRIPE_SECRET_ARN: this.secret.secretArn, STRIPE_API_URL: STRIPE_API });
    if (this.legalEntity) fn.setEnvironment({ LEGAL_ENTITY: JSON.stringify(this.legalEntity) });
    fn.allow(["secretsmanager:GetSecretValue"], [this.secret.secretArn]);
  }

  /** Stack outputs for setting up Stripe: the secret and the webhook URL. */
  addOutputs(siteOrigin: string, { features, stripe }: Stage) {
    if (features.payments && !stripe) {
      const problem = "No stripePublishableKey: card payments don't work on this stage.";
      Annotations.of(this).addWarningV2("ochre:stripe", problem);
    }
    new CfnOutput(Stack.of(this), "StripeSecret", { value: this.secret.secretArn });
    const { platform, connect, accounts } = WEBHOOK_EVENTS;
    new CfnOutput(Stack.of(this), "StripeEvents", { value: platform.join(" ") });
    new CfnOutput(Stack.of(this), "StripeConnectEvents", { value: connect.join(" ") });
    new CfnOutput(Stack.of(this), "StripeAccountEvents", { value: accounts.join(" ") });
    new CfnOutput(Stack.of(this), "StripeWebhook", { value: `${siteOrigin}${receiveEvent.path}` });
  }
}
