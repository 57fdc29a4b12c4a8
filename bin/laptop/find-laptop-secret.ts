import { ListSecretsCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { LOCAL_CREDENTIALS } from "#local/services/credentials.ts";
import { BadCommand } from "../command/bad-command.ts";
import { laptopPorts } from "./find-laptop-table.ts";

/** Points the SDK at the laptop's secrets and returns the ARN of the one that is named after this construct. */
export async function findLaptopSecret(construct: string) {
  const { env } = process;
  env.AWS_ENDPOINT_URL_SECRETS_MANAGER = `http://127.0.0.1:${laptopPorts().secrets}`;
  env.AWS_REGION = "us-east-1";
  env.AWS_ACCESS_KEY_ID = LOCAL_CREDENTIALS.accessKeyId;
  env.AWS_SECRET_ACCESS_KEY = LOCAL_CREDENTIALS.secretAccessKey;
  delete env.AWS_SESSION_TOKEN;
  const failUnreachable = () => {
    throw new BadCommand(`Nothing answers at ${env.AWS_ENDPOINT_URL_SECRETS_MANAGER}: run npm start first.`);
  };
  const client = new SecretsManagerClient({ maxAttempts: 1 });
  const { SecretList = [] } = await client.send(new ListSecretsCommand({})).catch(failUnreachable);
  const arn = SecretList.find(({ Name }) => Name?.includes(construct))?.ARN;
  if (!arn) throw new BadCommand("The laptop has no such secret yet.");
  return arn;
}
