import { startDynamoDb } from "ochre-local/services";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    dynamoDbUrl: string;
  }
}

/** One DynamoDB Local for the whole run; each file uses its own database in it. */
export default async function setup(project: TestProject) {
  const dynamoDb = await startDynamoDb({ databasePerKey: true });
  project.provide("dynamoDbUrl", dynamoDb.url);
  return () => dynamoDb.stop();
}
