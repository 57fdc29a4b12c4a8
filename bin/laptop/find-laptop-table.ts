import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { servicePorts } from "#local/cloud/service-ports.ts";
import { LOCAL_CREDENTIALS } from "#local/services/credentials.ts";
import { BadCommand } from "../command/bad-command.ts";

/** The ports of the running laptop's services. */
export const laptopPorts = () => servicePorts(Number(process.env.PORT || 3000));

/** Points the SDK at DynamoDB Local and returns the names of the laptop's tables. */
async function listLaptopTables() {
  const { env } = process;
  env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${laptopPorts().dynamoDb}`;
  env.AWS_REGION = "us-east-1";
  // The laptop knows no other credentials, so those of an account at AWS would be refused.
  env.AWS_ACCESS_KEY_ID = LOCAL_CREDENTIALS.accessKeyId;
  env.AWS_SECRET_ACCESS_KEY = LOCAL_CREDENTIALS.secretAccessKey;
  delete env.AWS_SESSION_TOKEN;
  const client = new DynamoDBClient({ maxAttempts: 1 });
  const failUnreachable = () => {
    throw new BadCommand(`Nothing answers at ${env.AWS_ENDPOINT_URL_DYNAMODB}: run npm start first, or give --table.`);
  };
  const { TableNames = [] } = await client.send(new ListTablesCommand({})).catch(failUnreachable);
  return { client, names: TableNames };
}

/** Points the SDK at DynamoDB Local and returns the name of the table with a stream, which is the marketplace's. */
export async function findLaptopTable() {
  const { client, names } = await listLaptopTables();
  for (const TableName of names) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table?.StreamSpecification?.StreamEnabled) return TableName;
  }
  throw new BadCommand("The laptop has no table yet.");
}

/** The same for the audit log's table, which bears its construct's name. */
export async function findLaptopAuditTable() {
  const { names } = await listLaptopTables();
  const name = names.find((candidate) => /audit/i.test(candidate));
  if (!name) throw new BadCommand("The laptop has no audit log yet.");
  return name;
}
