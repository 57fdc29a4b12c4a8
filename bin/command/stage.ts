import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
} from "@aws-sdk/client-cloudformation";
import { LOCAL_CREDENTIALS, servicePorts } from "ochre-local/endpoints";
import { CommandError } from "./command-error.ts";

/** A deployed stack, or the laptop's local one. */
export interface Stage {
  /** The stack's name. */
  readonly name: string;
  readonly isLaptop: boolean;
  /** The value of an output of the stack. Throws if the stack lacks it, such as Stripe's secret on a stage without payments. */
  output(name: string): string;
  /** The same, or `undefined`. */
  findOutput(name: string): string | undefined;
  /** Physical ids of the stack's resources of a type by logical id, optionally only of those with this prefix. */
  resources(type: string, logicalIdPrefix?: string): Promise<ReadonlyMap<string, string>>;
}

/** Points the SDK at the running laptop's services, with the only credentials that they accept. */
function pointAtLaptop() {
  const { env } = process;
  const ports = servicePorts(Number(env.PORT || 3000));
  const at = (port: number) => `http://127.0.0.1:${port}`;
  Object.assign(env, {
    AWS_ENDPOINT_URL_CLOUDFORMATION: at(ports.lambda),
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: at(ports.cognito),
    AWS_ENDPOINT_URL_DYNAMODB: at(ports.dynamoDb),
    AWS_ENDPOINT_URL_LAMBDA: at(ports.lambda),
    AWS_ENDPOINT_URL_S3: at(ports.s3),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: at(ports.secrets),
    AWS_ENDPOINT_URL_SESV2: at(ports.mail),
    AWS_ENDPOINT_URL_SQS: at(ports.lambda),
    STRIPE_API_URL: at(ports.stripe),
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
  });
  delete env.AWS_SESSION_TOKEN;
  return at(ports.lambda);
}

/** Finds the named stack through CloudFormation, with AWS credentials; without a name, the running laptop's. */
export async function openStage(stackName: string | undefined): Promise<Stage> {
  const laptop = stackName === undefined ? pointAtLaptop() : undefined;
  const client = new CloudFormationClient(laptop ? { maxAttempts: 1 } : {});
  const { Stacks: [stack] = [] } = await client
    .send(new DescribeStacksCommand({ StackName: stackName }))
    .catch((error): { Stacks?: Stack[] } => {
      if (laptop && !(error instanceof CloudFormationServiceException)) {
        throw new CommandError(
          `No local stack is running at ${laptop}. Run npm start, name its PORT, or pass --stack.`,
        );
      }
      if (error instanceof CloudFormationServiceException && error.name === "ValidationError") return {};
      throw error;
    });
  if (!stack?.StackName)
    throw new CommandError(stackName ? `There is no stack ${stackName}.` : "The local stack isn't deployed yet.");
  const name = stack.StackName;
  const findOutput = (key: string) => stack.Outputs?.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
  return {
    name,
    isLaptop: laptop !== undefined,
    output(key) {
      const value = findOutput(key);
      if (!value) throw new CommandError(`The stack ${name} has no output ${key}.`);
      return value;
    },
    findOutput,
    async resources(type, logicalIdPrefix = "") {
      const found = new Map<string, string>();
      for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName: name })) {
        for (const { LogicalResourceId: id = "", ResourceType, PhysicalResourceId } of StackResourceSummaries) {
          if (ResourceType === type && id.startsWith(logicalIdPrefix) && PhysicalResourceId)
            found.set(id, PhysicalResourceId);
        }
      }
      return found;
    },
  };
}

/** Describes the stage in the first line that a command prints. */
export const describeStage = ({ name, isLaptop }: Stage) =>
  isLaptop ? `the local stack ${name} at port ${Number(process.env.PORT || 3000)}` : `the deployed stack ${name}`;

/** The physical id of the only resource of a type whose logical id has this prefix. */
export async function requireResourceId(stage: Stage, type: string, logicalIdPrefix: string) {
  const [found, ...others] = [...(await stage.resources(type, logicalIdPrefix)).values()];
  if (!found || others.length > 0)
    throw new CommandError(`Expected exactly one ${type} ${logicalIdPrefix}… in the stack ${stage.name}.`);
  return found;
}

/** The stage's name, the suffix of its stack's name. */
export const getStageName = (stackName: string) => stackName.replace(/^ochre-/, "");
