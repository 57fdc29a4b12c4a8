import { describe, expect, test } from "vitest";
import { evaluate } from "#local/access/evaluate.ts";
import { parseStatements } from "#local/access/policy.ts";

const BUCKET = "arn:aws:s3:::pictures";

const policy = (...Statement: object[]) => parseStatements("Policy", { Statement });
const allow = (Action: unknown, Resource: unknown, more: object = {}) => ({
  Effect: "Allow",
  Action,
  Resource,
  ...more,
});
const deny = (Action: unknown, Resource: unknown, more: object = {}) => ({
  ...allow(Action, Resource, more),
  Effect: "Deny",
});

/** True if a role with `identity` statements may read an object of a bucket with `resource` statements. */
function mayRead(identity: object[], resource: object[] = [], context = {}, service?: string) {
  const policies = { identity: policy(...identity), resource: policy(...resource) };
  return evaluate(policies, { action: "s3:GetObject", resource: `${BUCKET}/media/1` }, context, service).isAllowed;
}

describe("a request within the account", () => {
  test.each([
    ["nothing", [], false],
    ["the action on the resource", [allow("s3:GetObject", `${BUCKET}/media/1`)], true],
    ["the action on a folder", [allow(["s3:PutObject", "s3:GetObject"], [`${BUCKET}/media/*`])], true],
    ["actions by a wildcard, in any case", [allow("S3:get*", "*")], true],
    ["another action", [allow("s3:PutObject", `${BUCKET}/media/*`)], false],
    ["a longer action", [allow("s3:GetObjectAcl", `${BUCKET}/media/*`)], false],
    ["another folder", [allow("s3:GetObject", `${BUCKET}/uploads/*`)], false],
    ["the bucket alone", [allow("s3:GetObject", BUCKET)], false],
    ["another bucket that begins alike", [allow("s3:GetObject", `${BUCKET}-2/*`)], false],
    ["a resource in another case", [allow("s3:GetObject", `${BUCKET}/MEDIA/*`)], false],
    ["everything, with a denial after it", [allow("*", "*"), deny("s3:GetObject", "*")], false],
    ["everything, with a denial elsewhere", [allow("*", "*"), deny("s3:GetObject", `${BUCKET}/uploads/*`)], true],
  ])("with %s allowed by the role", (_what, statements, expected) => {
    expect(mayRead(statements)).toBe(expected);
  });

  test("is allowed by the resource's policy too, and a denial of either decides", () => {
    const everyone = { Principal: "*" };
    const grant = allow("s3:GetObject", `${BUCKET}/*`);
    expect(mayRead([], [{ ...grant, ...everyone }])).toBe(true);
    expect(mayRead([grant], [deny("s3:*", `${BUCKET}/*`, everyone)])).toBe(false);
    expect(mayRead([deny("s3:*", "*")], [{ ...grant, ...everyone }])).toBe(false);
  });

  test("of a service needs a statement for that service", () => {
    const grant = allow("s3:GetObject", `${BUCKET}/*`, { Principal: { Service: "cloudfront.amazonaws.com" } });
    expect(mayRead([], [grant], {}, "cloudfront.amazonaws.com")).toBe(true);
    expect(mayRead([], [grant], {}, "events.amazonaws.com")).toBe(false);
    expect(mayRead([], [grant])).toBe(false);
  });
});

describe("a condition", () => {
  const mayReadIf = (Condition: object, context: Record<string, string>) =>
    mayRead([allow("s3:GetObject", "*", { Condition })], [], context);
  const arn = "arn:aws:cloudfront::000000000000:distribution/A";

  test.each([
    ["Bool", { Bool: { "aws:SecureTransport": "true" } }, { "aws:securetransport": "true" }, true],
    ["Bool of a boolean", { Bool: { "aws:SecureTransport": false } }, { "aws:securetransport": "true" }, false],
    ["StringEquals", { StringEquals: { "AWS:SourceArn": arn } }, { "aws:sourcearn": arn }, true],
    [
      "StringEquals of one of several",
      { StringEquals: { "AWS:SourceArn": ["x", arn] } },
      { "aws:sourcearn": arn },
      true,
    ],
    ["StringEquals of another", { StringEquals: { "AWS:SourceArn": `${arn}*` } }, { "aws:sourcearn": arn }, false],
    ["StringLike", { StringLike: { "AWS:SourceArn": "arn:*" } }, { "aws:sourcearn": arn }, true],
    [
      "ArnLike",
      { ArnLike: { "aws:SourceArn": "arn:aws:cloudfront::*:distribution/?" } },
      { "aws:sourcearn": arn },
      true,
    ],
    ["ArnEquals", { ArnEquals: { "aws:SourceArn": arn } }, { "aws:sourcearn": `${arn}B` }, false],
    ["NumericLessThan", { NumericLessThan: { "s3:TlsVersion": 1.2 } }, { "s3:tlsversion": "1.1" }, true],
    ["NumericLessThan of the same", { NumericLessThan: { "s3:TlsVersion": 1.2 } }, { "s3:tlsversion": "1.2" }, false],
    ["a key that the request lacks", { Bool: { "aws:SecureTransport": "false" } }, {}, false],
    [
      "two keys of which one doesn't match",
      { Bool: { "aws:SecureTransport": "true" }, NumericLessThan: { "s3:TlsVersion": 1.2 } },
      { "aws:securetransport": "true", "s3:tlsversion": "1.3" },
      false,
    ],
  ])("is evaluated: %s", (_what, Condition, context, expected) => {
    expect(mayReadIf(Condition, context as unknown as Record<string, string>)).toBe(expected);
  });
});

test.each([
  ["operator", allow("s3:*", "*", { Condition: { IpAddress: { "aws:SourceIp": "10.0.0.0/8" } } }), "IpAddress"],
  ["condition key", allow("s3:*", "*", { Condition: { Bool: { "aws:ViaAWSService": "true" } } }), "aws:viaawsservice"],
  ["NotAction", { Effect: "Allow", NotAction: "s3:*", Resource: "*" }, "Policy"],
  ["NotResource", { Effect: "Deny", Action: "s3:*", NotResource: BUCKET }, "Policy"],
  ["principal", allow("s3:*", "*", { Principal: { AWS: "arn:aws:iam::000000000000:root" } }), "Policy"],
  ["policy variable", allow("s3:*", `${BUCKET}/\${aws:username}/*`), "policy variable"],
  ["name in the place of an ARN", allow("s3:*", "pictures"), "neither an ARN"],
])("a policy with the unsupported part %s fails the start", (_what, statement, named) => {
  expect(() => policy(statement)).toThrow(named);
});
