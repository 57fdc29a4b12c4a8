import * as z from "zod/mini";
import { Numeric, propertiesOf } from "./read.ts";
import type { Resolver } from "./resolve.ts";

export interface SecretSpec {
  name: string;
  /** Characters of the text that is generated for it. */
  length: number;
}

const SecretProperties = z.object({
  GenerateSecretString: z.optional(z.object({ PasswordLength: z.optional(Numeric) })),
});

/** The template's secrets; Secrets Manager's default is 32 characters. */
export const readSecrets = (resolver: Resolver): SecretSpec[] =>
  resolver.resourcesOf("AWS::SecretsManager::Secret").map((resource) => ({
    name: resolver.nameOf(resource.logicalId),
    length: propertiesOf(resource, SecretProperties).GenerateSecretString?.PasswordLength ?? 32,
  }));
