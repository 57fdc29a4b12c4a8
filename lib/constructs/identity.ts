import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  LambdaVersion,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  UserPoolOperation,
} from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import type { Stage } from "#lib/stacks/stages.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { LIMITS } from "#shared/limits.ts";
import type { MarketplaceFunction } from "./function.ts";

/** Cognito calls of auth that need IAM permissions; its others need only a refresh token. */
export const IDENTITY_ACTIONS = [
  "cognito-idp:AdminCreateUser",
  "cognito-idp:AdminDisableUser",
  "cognito-idp:AdminInitiateAuth",
  "cognito-idp:AdminSetUserPassword",
  "cognito-idp:AdminUserGlobalSignOut",
];

/** Only for the function that deletes abandoned users. */
export const DELETING_ACTIONS = ["cognito-idp:AdminDeleteUser"];
/** Only for the function that exports personal data. */
export const USER_READING_ACTIONS = ["cognito-idp:AdminGetUser"];
/** Calls that check a password and log in users after their second factor. */
export const SIGN_IN_ACTIONS = ["cognito-idp:AdminInitiateAuth", "cognito-idp:AdminRespondToAuthChallenge"];

/** The only attribute that users may read and write; it is unused. Cognito treats an empty list as all attributes. */
const UNUSED_ATTRIBUTE = { locale: true };

/** One function answers all three steps of a custom authentication. */
const CUSTOM_AUTH = [
  UserPoolOperation.DEFINE_AUTH_CHALLENGE,
  UserPoolOperation.CREATE_AUTH_CHALLENGE,
  UserPoolOperation.VERIFY_AUTH_CHALLENGE_RESPONSE,
];

export interface IdentityProps {
  readonly stage: Stage;
  /** Makes the pool's own API reject access tokens. */
  readonly suppressScopes: MarketplaceFunction;
  /** Issues tokens to users whom our functions have verified without a password. */
  readonly proveSignIn: MarketplaceFunction;
}

/**
 * The user pool: it stores only our userId, as its username, and the password. Its public API is of no use to strangers
 * or holders of an access token, and it never sends mail.
 */
export class IdentityProvider extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, { stage, suppressScopes, proveSignIn }: IdentityProps) {
    super(scope, "Identity");
    this.pool = new UserPool(this, "Accounts", {
      selfSignUpEnabled: false,
      signInAliases: { username: true },
      signInCaseSensitive: true,
      accountRecovery: AccountRecovery.NONE,
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
    Validations.of(this.pool).acknowledge(
      { id: "AwsSolutions-COG1", reason: "Passwords only have a minimum length, as NIST SP 800-63B recommends." },
      {
        id: "AwsSolutions-COG2",
        reason: "The pool verifies passwords only; the function second-factor verifies second factors.",
      },
      {
        id: "AwsSolutions-COG8",
        reason:
          "Threat protection needs the more expensive plan; our functions limit failed attempts and email users about log-ins from new browsers.",
      },
    );
    this.pool.addTrigger(UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG, suppressScopes.lambda, LambdaVersion.V2_0);
    for (const operation of CUSTOM_AUTH) this.pool.addTrigger(operation, proveSignIn.lambda);
    this.client = this.addClient();
  }

  /** Issuer and audience of the access tokens that the API accepts. */
  get tokenVariables() {
    return { TOKEN_ISSUER: this.pool.userPoolProviderUrl, TOKEN_AUDIENCE: this.client.userPoolClientId };
  }

  grantTo(fn: MarketplaceFunction) {
    this.allow(fn, IDENTITY_ACTIONS);
  }

  grantSignInTo(fn: MarketplaceFunction) {
    this.allow(fn, SIGN_IN_ACTIONS);
  }

  private allow(fn: MarketplaceFunction, actions: readonly string[]) {
    fn.setEnvironment({ USER_POOL_ID: this.pool.userPoolId, USER_POOL_CLIENT_ID: this.client.userPoolClientId });
    fn.allow(actions, [this.pool.userPoolArn]);
  }

  grantDeletingTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ USER_POOL_ID: this.pool.userPoolId });
    fn.allow(DELETING_ACTIONS, [this.pool.userPoolArn]);
  }

  grantReadingUsersTo(fn: MarketplaceFunction) {
    fn.setEnvironment({ USER_POOL_ID: this.pool.userPoolId });
    fn.allow(USER_READING_ACTIONS, [this.pool.userPoolArn]);
  }

  /** A refresh token works once, so theft is detected; the grace period allows tabs that refresh simultaneously. */
  private addClient() {
    return this.pool.addClient("Client", {
      generateSecret: false,
      disableOAuth: true,
      authFlows: { adminUserPassword: true, custom: true },
      readAttributes: new ClientAttributes().withStandardAttributes(UNUSED_ATTRIBUTE),
      writeAttributes: new ClientAttributes().withStandardAttributes(UNUSED_ATTRIBUTE),
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      accessTokenValidity: Duration.seconds(LIFETIMES.accessToken),
      idTokenValidity: Duration.seconds(LIFETIMES.accessToken),
      refreshTokenValidity: Duration.seconds(LIFETIMES.refreshToken),
      refreshTokenRotationGracePeriod: Duration.seconds(LIFETIMES.refreshRetry),
      enableTokenRevocation: true,
      preventUserExistenceErrors: true,
    });
  }
}
