import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { expect, onTestFinished, test } from "vitest";
import { ensureIdentities, verifySenderAddress } from "#local/cloud/ses-identities.ts";
import { startCloud } from "#local/cloud.ts";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { startMail } from "#local/services/ses.ts";
import { readAssembly } from "#local/template/assembly.ts";
import { createResolver } from "#local/template/resolve.ts";
import { type Written, writeAssembly } from "./support/stack.ts";

const identity = { Type: "AWS::SES::EmailIdentity", Properties: { EmailIdentity: "ochre.example" } };

const poolThrough = (SourceArn: unknown, EmailSendingAccount = "DEVELOPER") => ({
  Type: "AWS::Cognito::UserPool",
  Properties: { EmailConfiguration: { EmailSendingAccount, SourceArn } },
});

const identityArn = (name: unknown) => ({
  "Fn::Join": ["", ["arn:aws:ses:", { Ref: "AWS::Region" }, ":", { Ref: "AWS::AccountId" }, ":identity/", name]],
});

const REFUSED =
  "Users (AWS::Cognito::UserPool) CREATE_FAILED: Cognito received the following error from Amazon SES when attempting to send email: Email address is not verified. The following identities failed the check in region US-EAST-1: arn:aws:ses:us-east-1:000000000000:identity/ochre.example";

async function deploy(written: Written) {
  const mail = await startMail();
  onTestFinished(() => mail.stop());
  const assembly = readAssembly(writeAssembly(written));
  const resolver = createResolver(assembly, { site: "", s3: "", providerUrl: () => "" });
  return { mail, assembly, resolver };
}

test.each([
  ["that the same stack creates", { Identity: identity, Users: poolThrough(identityArn({ Ref: "Identity" })) }],
  ["that doesn't exist", { Users: poolThrough(identityArn("ochre.example")) }],
])("a user pool that sends through an identity %s isn't created", async (_which, resources) => {
  await expect(startCloud({ cdkOut: writeAssembly({ resources }) })).rejects.toThrow(REFUSED);
});

test("a user pool that sends through a verified identity, or through Cognito, is created", async () => {
  const { mail, resolver } = await deploy({
    resources: {
      Identity: identity,
      Users: poolThrough(identityArn({ Ref: "Identity" })),
      Others: poolThrough(undefined, "COGNITO_DEFAULT"),
    },
  });
  expect(() => ensureIdentities(mail, resolver)).toThrow(REFUSED);
  mail.verifyIdentity("ochre.example");
  expect(() => ensureIdentities(mail, resolver)).not.toThrow();
});

test("mail is sent after the laptop has verified the stack's sender address", async () => {
  const { mail, assembly, resolver } = await deploy({
    resources: { Identity: identity },
    outputs: { MailSender: { Value: { "Fn::Join": ["@", ["no-reply", { Ref: "Identity" }]] } } },
  });
  const client = new SESv2Client({ endpoint: mail.url, region: "us-east-1", credentials: LOCAL_CREDENTIALS });
  const send = () =>
    client.send(
      new SendEmailCommand({
        FromEmailAddress: "Ochre <no-reply@ochre.example>",
        Destination: { ToAddresses: ["ann@example.com"] },
        Content: { Simple: { Subject: { Data: "Hello" }, Body: { Text: { Data: "Hello" } } } },
      }),
    );
  ensureIdentities(mail, resolver);
  await expect(send()).rejects.toMatchObject({ name: "MessageRejected" });
  verifySenderAddress(mail, assembly, resolver);
  await send();
  expect(mail.list()).toHaveLength(1);
});
