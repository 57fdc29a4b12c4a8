import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import { LOCAL_CREDENTIALS, servicePorts } from "ochre-local/endpoints";
import { createStackEndpoint, type DescribedStack } from "ochre-local/services";
import { createAuditTable } from "./create-table.ts";
import { atFileEnd } from "./file-end.ts";
import { freePort } from "./free-port.ts";
import { startSts } from "./start-sts.ts";

const STACK = "ochre-test";

/** Options that make a command use the test's services as a deployed stage. */
export const ON_STAGE = ["--stack", STACK];

type More = Partial<DescribedStack>;

/** Starts CloudFormation with a stack of the test's services; resolves to its URL. */
async function startStackEndpoint({ stackName = STACK, outputs, resources = [] }: More) {
  const { env } = process;
  const stack = {
    stackName,
    outputs: {
      TableName: env.TABLE_NAME ?? "",
      SearchBucketName: env.SEARCH_BUCKET ?? "",
      SearchTableName: env.SEARCH_TABLE_NAME ?? "",
      AuditTableName: env.AUDIT_TABLE_NAME ?? "",
      StripeSecret: env.STRIPE_SECRET_ARN ?? "",
      CounterNoticeDays: "10",
      SiteOrigin: env.SITE_ORIGIN ?? "",
      ...outputs,
    },
    resources: [
      { logicalId: "UserPool", type: "AWS::Cognito::UserPool", physicalId: env.USER_POOL_ID ?? "" },
      ...resources,
    ],
  };
  const answer = createStackEndpoint(() => stack);
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  atFileEnd(() => new Promise<void>((closed) => server.close(() => closed())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * Starts STS and CloudFormation for commands on a deployed stage, with the stack's resources from the environment variables
 * of the test's services. Call it after those services have started.
 */
export async function startStage(more: More = {}) {
  process.env.AWS_ENDPOINT_URL_CLOUDFORMATION = await startStackEndpoint(more);
  await startSts();
}

/** Forwards a port of the laptop to a test's service. */
async function forward(port: number, target: string) {
  const { hostname, port: to } = new URL(target);
  const server = createTcpServer((socket) => {
    const there = connect(Number(to), hostname);
    for (const end of [socket, there]) end.on("error", () => end.destroy());
    socket.pipe(there).pipe(socket);
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  atFileEnd(() => new Promise<void>((closed) => server.close(() => closed())));
}

/**
 * Serves the test's CloudFormation, DynamoDB and secrets on the ports of a running laptop; resolves to its `PORT`. The laptop's
 * credentials have their own database, which has only an audit log.
 */
export async function startLaptop(outputs: Readonly<Record<string, string>>) {
  const { env } = process;
  const own = env.AWS_ACCESS_KEY_ID;
  env.AWS_ACCESS_KEY_ID = LOCAL_CREDENTIALS.accessKeyId;
  const AuditTableName = `${env.AUDIT_TABLE_NAME}-laptop`;
  await createAuditTable(AuditTableName);
  env.AWS_ACCESS_KEY_ID = own;
  const stack = await startStackEndpoint({ outputs: { ...outputs, AuditTableName } });
  const port = await freePort();
  const { dynamoDb, secrets, lambda } = servicePorts(port);
  await forward(dynamoDb, env.AWS_ENDPOINT_URL_DYNAMODB ?? "");
  await forward(secrets, env.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? "");
  await forward(lambda, stack);
  return String(port);
}
