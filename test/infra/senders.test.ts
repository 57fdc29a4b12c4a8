import { Template } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import { getStage, STAGES, type StageValues } from "#lib/stacks/stages.ts";
import { getStack } from "./support/synthesize-stack.ts";
import { collectReferences, listResources } from "./support/template.ts";

/** Properties that AWS checks against verified identities when it creates the resource, by resource type. */
const CHECKED: Readonly<Record<string, readonly string[]>> = {
  "AWS::Cognito::UserPool": ["EmailConfiguration"],
  "AWS::Pinpoint::EmailChannel": ["Identity", "FromAddress"],
  "AWS::SES::ConfigurationSet": ["TrackingOptions"],
};

/** Properties that require a verified identity of the same stack, which a first deployment doesn't have. */
function waitingForVerification(template: Template): string[] {
  const identities = listResources(template, "AWS::SES::EmailIdentity").map(([id, { Properties }]) => ({
    id,
    name: String(Properties.EmailIdentity),
  }));
  return Object.entries(CHECKED).flatMap(([type, properties]) =>
    listResources(template, type).flatMap(([id, { Properties }]) =>
      properties
        .filter((property) => {
          const value = Properties[property];
          const named = collectReferences(value);
          const text = JSON.stringify(value ?? null);
          return identities.some((identity) => named.includes(identity.id) || text.includes(identity.name));
        })
        .map((property) => `${id}.${property}`),
    ),
  );
}

const certificateArn = "arn:aws:acm:us-east-1:111122223333:certificate/a";
const SENDERS: readonly (readonly [string, StageValues])[] = [
  ["no sender", {}],
  ["an address", { mailFrom: "hello@ochre.example" }],
  ["a domain", { domain: { name: "ochre.example", certificateArn } }],
  ["a domain and its zone", { domain: { name: "ochre.example", certificateArn, hostedZoneId: "Z1" } }],
];

describe.each(STAGES)("the first deployment of %s", (name) => {
  test.each(SENDERS)("with %s doesn't wait for the verification of its own identity", async (_what, values) => {
    const { template } = await getStack(name, values);
    const identities = listResources(template, "AWS::SES::EmailIdentity");
    const { domain, mailFrom } = getStage(name, values);
    expect(identities).toHaveLength(domain || mailFrom ? 1 : 0);
    expect(waitingForVerification(template)).toEqual([]);
  });
});

test("a domain with its zone has MX and SPF records of its MAIL FROM domain, and a DMARC policy", async () => {
  const { template } = await getStack("production", {
    domain: { name: "ochre.example", certificateArn, hostedZoneId: "Z1" },
  });
  const [[, identity] = []] = listResources(template, "AWS::SES::EmailIdentity");
  expect(identity?.Properties.MailFromAttributes).toEqual({ MailFromDomain: "mail.ochre.example" });
  const records = listResources(template, "AWS::Route53::RecordSet").map(([, { Properties }]) => Properties);
  const listRecords = (name: string) =>
    Object.fromEntries(
      records.filter(({ Name }) => Name === name).map(({ Type, ResourceRecords }) => [Type, ResourceRecords]),
    );
  expect(listRecords("mail.ochre.example.")).toEqual({
    MX: [{ "Fn::Join": ["", ["10 feedback-smtp.", { Ref: "AWS::Region" }, ".amazonses.com"]] }],
    TXT: ['"v=spf1 include:amazonses.com ~all"'],
  });
  expect(listRecords("_dmarc.ochre.example.")).toEqual({ TXT: ['"v=DMARC1; p=quarantine"'] });
});

test("a domain without its zone has no MAIL FROM domain of its own", async () => {
  const { template } = await getStack("production", { domain: { name: "ochre.example", certificateArn } });
  const [[, identity] = []] = listResources(template, "AWS::SES::EmailIdentity");
  expect(identity?.Properties).not.toHaveProperty("MailFromAttributes");
});

test.each([
  ["by Ref", { "Fn::Join": ["", ["arn:aws:ses:us-east-1:1:identity/", { Ref: "Identity" }]] }],
  ["by GetAtt", { "Fn::GetAtt": ["Identity", "Arn"] }],
  ["by name", "arn:aws:ses:us-east-1:1:identity/ochre.example"],
])("an identity of the stack is found %s", (_how, SourceArn) => {
  const Resources = {
    Identity: { Type: "AWS::SES::EmailIdentity", Properties: { EmailIdentity: "ochre.example" } },
    Users: { Type: "AWS::Cognito::UserPool", Properties: { EmailConfiguration: { SourceArn } } },
    Others: {
      Type: "AWS::Cognito::UserPool",
      Properties: { EmailConfiguration: { SourceArn: "arn:aws:ses:us-east-1:1:identity/verified.example" } },
    },
  };
  expect(waitingForVerification(Template.fromJSON({ Resources }))).toEqual(["Users.EmailConfiguration"]);
});
