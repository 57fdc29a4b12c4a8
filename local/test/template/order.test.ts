import { expect, test } from "vitest";
import { readAssembly } from "#local/template/assembly.ts";
import { readDeployments } from "#local/template/buckets.ts";
import { createResolver } from "#local/template/resolve.ts";
import { bucketDeployment, writeAssembly } from "../support/stack.ts";

test("a deployment is copied after those that it depends on, whatever the template's order", () => {
  const upload = (name: string, DependsOn?: string[]) => ({
    ...bucketDeployment("Bucket", "site", { DestinationBucketKeyPrefix: name }),
    DependsOn,
  });
  const assembly = readAssembly(
    writeAssembly({
      assets: { site: { "index.html": "" } },
      resources: {
        Pages: upload("pages", ["Between"]),
        Between: { Type: "Custom::Nothing", Properties: { After: { Ref: "Hashed" } } },
        Others: upload("others"),
        Hashed: upload("hashed"),
        Bucket: { Type: "AWS::S3::Bucket" },
      },
    }),
  );
  const resolver = createResolver(assembly, { site: "", s3: "", providerUrl: () => "" });
  expect(readDeployments(assembly, resolver).map(({ prefix }) => prefix)).toEqual(["hashed/", "pages/", "others/"]);
});
