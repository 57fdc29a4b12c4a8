import { DescribeTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { LOCAL_CREDENTIALS } from "#local/services/credentials.ts";
import { BadCommand } from "../command/bad-command.ts";
import { laptopPorts } from "./laptop-ports.ts";

/** Points the SDK at the laptop's tables and answers with the name of the one that has a stream, the marketplace's. */
export async function findLaptopTable() {
  const { env } = process;
  env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${laptopPorts().dynamoDb}`;
  env.AWS_REGION = "us-east-1";
  // The laptop takes any credentials, and there have to be some.
  env.AWS_ACCESS_KEY_ID ||= LOCAL_CREDENTIALS.accessKeyId;
  env.AWS_SECRET_ACCESS_KEY ||= LOCAL_CREDENTIALS.secretAccessKey;
  const client = new DynamoDBClient({ maxAttempts: 1 });
  const nobody = () => {
    throw new BadCommand(`Nothing answers at ${env.AWS_ENDPOINT_URL_DYNAMODB}: run npm start first, or give --table.`);
  };
  const { TableNames = [] } = await client.send(new ListTablesCommand({})).catch(nobody);
  for (const TableName of TableNames) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    if (Table?.StreamSpecification?.StreamEnabled) return TableName;
  }
  throw new BadCommand("The laptop has no table yet.");
}
