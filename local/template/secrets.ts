import * as z from "zod/mini";
import { NumberOrText, parseProperties } from "./read.ts";
import type { Resolver } from "./resolve.ts";

export interface SecretSpec {
  name: string;
  /** Characters of the text that is generated for it. */
  length: number;
  /** Where the secret is a JSON object: the rest of it, and the key that the generated text gets. */
  within?: { readonly template: string; readonly key: string };
}

const SecretProperties = z.object({
  GenerateSecretString: z.optional(
    z.object({
      PasswordLength: z.optional(NumberOrText),
      SecretStringTemplate: z.optional(z.string()),
      GenerateStringKey: z.optional(z.string()),
    }),
  ),
});

/** The template's secrets; Secrets Manager's default is 32 characters. */
export const readSecrets = (resolver: Resolver): SecretSpec[] =>
  resolver.listResources("AWS::SecretsManager::Secret").map((resource) => {
    const { GenerateSecretString: generated = {} } = parseProperties(resource, SecretProperties);
    const { PasswordLength: length = 32, SecretStringTemplate: template, GenerateStringKey: key } = generated;
    const name = resolver.getName(resource.logicalId);
    return { name, length, ...(template && key ? { within: { template, key } } : {}) };
  });
