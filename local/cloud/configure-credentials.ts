import type { Assembly } from "#local/template/assembly.ts";
import type { Resolver } from "#local/template/resolve.ts";
import type { Services } from "./services.ts";
import { createTestCertificate } from "./test-certificate.ts";

/** Does what operators do once per stage: puts a certificate for Content Credentials, here an untrusted one, into its secret. */
export async function configureCredentials(
  { secrets }: Pick<Services, "secrets">,
  { template }: Assembly,
  { resolve }: Resolver,
) {
  const output = template.Outputs?.CredentialsSecret?.Value;
  if (!output) return;
  const id = String(resolve(output));
  if (secrets.resolve(`{{resolve:secretsmanager:${id}:SecretString:::}}`).startsWith("{")) return;
  secrets.put(id, JSON.stringify(await createTestCertificate()));
}
