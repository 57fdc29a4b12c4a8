import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  AccountRecovery,
  CfnUserPool,
  FeaturePlan,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolOperation,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { Stage } from "#lib/stages.ts";
import { LIFETIMES, LIMITS } from "#shared/limits.ts";
import type { MarketplaceFunction } from "./function.ts";
import type { Mail } from "./mail.ts";

/** What auth calls with the account's rights; everything else it calls is open to any client of the pool. */
export const IDENTITY_ACTIONS = [
  "cognito-idp:AdminConfirmSignUp",
  "cognito-idp:AdminDeleteUser",
  "cognito-idp:AdminUpdateUserAttributes",
  "cognito-idp:AdminUserGlobalSignOut",
];

export interface IdentityProps {
  readonly stage: Stage;
  readonly mail: Mail;
  /** Turns Cognito's codes into the site's links. */
  readonly customMessage: MarketplaceFunction;
}

/** The user pool: its username is our userId, so nobody signs in by anything else. */
export class IdentityProvider extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, { stage, mail, customMessage }: IdentityProps) {
    super(scope, "Identity");
    this.pool = new UserPool(this, "Users", {
      selfSignUpEnabled: true,
      signInAliases: { username: true },
      signInCaseSensitive: true,
      standardAttributes: { email: { required: true, mutable: true } },
      autoVerify: { email: true },
      keepOriginal: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      featurePlan: FeaturePlan.ESSENTIALS,
      passwordPolicy: {
        minLength: LIMITS.password.min,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      deletionProtection: stage.keepsData,
      removalPolicy: stage.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const { defaultChild } = this.pool.node;
    if (defaultChild instanceof CfnUserPool) defaultChild.emailConfiguration = mail.forUserPool();
    this.pool.addTrigger(UserPoolOperation.CUSTOM_MESSAGE, customMessage.lambda);
    this.client = this.addClient();
  }

  /** Tokens of this pool's client are what the API accepts. */
  get tokenVariables() {
    return { TOKEN_ISSUER: this.pool.userPoolProviderUrl, TOKEN_AUDIENCE: this.client.userPoolClientId };
  }

  grantTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ USER_POOL_ID: this.pool.userPoolId, USER_POOL_CLIENT_ID: this.client.userPoolClientId });
    fn.allow(IDENTITY_ACTIONS, [this.pool.userPoolArn]);
  }

  /** A refresh token is good for one use, so a stolen one shows; the grace is for tabs that refresh at once. */
  private addClient() {
    return this.pool.addClient("Client", {
      generateSecret: false,
      disableOAuth: true,
      authFlows: { userPassword: true },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      accessTokenValidity: Duration.seconds(LIFETIMES.accessToken),
      idTokenValidity: Duration.seconds(LIFETIMES.accessToken),
      refreshTokenValidity: Duration.seconds(LIFETIMES.refreshToken),
      refreshTokenRotationGracePeriod: Duration.seconds(LIFETIMES.refreshGrace),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
    });
  }
}
