import { ApiGatewayManagementApiClient, PostToConnectionCommand } from "@aws-sdk/client-apigatewaymanagementapi";
import { CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import { AdminGetUserCommand, CognitoIdentityProviderClient } from "@aws-sdk/client-cognito-identity-provider";
import {
  BatchExecuteStatementCommand,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCredentials } from "#local/access/access.ts";
import { type Cloud, startCloud } from "#local/cloud.ts";
import { LOCAL_CREDENTIALS } from "#local/endpoints.ts";
import { distribution, httpApi, lambdaFunction, roleFor, writeAssembly } from "../support/stack.ts";

const REPORT = `exports.handler = async () => ({ statusCode: 200, body: JSON.stringify(process.env) });`;
const [ACCOUNT, REGION] = ["000000000000", "us-east-1"];

const table = {
  Type: "AWS::DynamoDB::Table",
  Properties: {
    AttributeDefinitions: ["pk", "owner"].map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    GlobalSecondaryIndexes: ["byOwner", "hidden"].map((IndexName) => ({
      IndexName,
      KeySchema: [{ AttributeName: "owner", KeyType: "HASH" }],
      Projection: { ProjectionType: "ALL" },
    })),
  },
};

const toArn = (id: string) => ({ "Fn::GetAtt": [id, "Arn"] });
const join = (...parts: unknown[]) => ({ "Fn::Join": ["", parts] });

const ALLOWED = [
  {
    Action: ["GetItem", "PutItem", "Query", "BatchGetItem", "PartiQLInsert"].map((name) => `dynamodb:${name}`),
    Resource: toArn("Table"),
  },
  { Action: "dynamodb:Query", Resource: join(toArn("Table"), "/index/byOwner") },
  { Action: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"], Resource: join(toArn("Bucket"), "/open/*") },
  { Action: "s3:ListBucket", Resource: toArn("Listed") },
  { Action: "s3:GetObject", Resource: join(toArn("Listed"), "/*") },
  { Action: "s3:GetObject", Resource: join(toArn("Locked"), "/*") },
  { Action: "secretsmanager:GetSecretValue", Resource: { Ref: "Open" } },
];

describe("a function with the rights of its role", () => {
  let cloud: Cloud;
  let settings: { region: string; credentials: typeof LOCAL_CREDENTIALS; maxAttempts: number };
  let environment: Record<string, string | undefined>;

  beforeAll(async () => {
    cloud = await startCloud({
      cdkOut: writeAssembly({
        assets: { report: { "index.cjs": REPORT } },
        resources: {
          Report: lambdaFunction("report", { Role: toArn("ReportRole") }),
          Other: lambdaFunction("report", { Role: toArn("OtherRole") }),
          ...roleFor("ReportRole", ALLOWED),
          ...roleFor("OtherRole", []),
          ...httpApi("Report", ["GET /api/report"]),
          Table: table,
          Bucket: { Type: "AWS::S3::Bucket" },
          Listed: { Type: "AWS::S3::Bucket" },
          Locked: { Type: "AWS::S3::Bucket" },
          LockedPolicy: {
            Type: "AWS::S3::BucketPolicy",
            Properties: {
              Bucket: { Ref: "Locked" },
              PolicyDocument: {
                Statement: [
                  { Effect: "Deny", Principal: "*", Action: "s3:GetObject", Resource: join(toArn("Locked"), "/*") },
                ],
              },
            },
          },
          Open: { Type: "AWS::SecretsManager::Secret", Properties: {} },
          Closed: { Type: "AWS::SecretsManager::Secret", Properties: {} },
          Queue: { Type: "AWS::SQS::Queue" },
          Site: distribution("Bucket"),
        },
      }),
    });
    environment = (await (await fetch(`${cloud.origin}/api/report`)).json()) as Record<string, string>;
    const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "", AWS_SESSION_TOKEN } = environment;
    const credentials = {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      sessionToken: AWS_SESSION_TOKEN,
    };
    settings = { region: REGION, credentials, maxAttempts: 1 };
  });
  afterAll(() => cloud?.stop());

  const user = `arn:aws:sts::${ACCOUNT}:assumed-role/Test-ReportRole/Test-Report`;
  const refusal = (action: string, resource: string) =>
    `User: ${user} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
  const refused = (name: string, status: number, action: string, resource: string) => ({
    name,
    message: refusal(action, resource),
    $metadata: { httpStatusCode: status },
  });
  const arn = (service: string, resource: string) => `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;

  test("has credentials of its own, and no other function's", () => {
    expect(environment.AWS_ACCESS_KEY_ID).toMatch(/^ASIA[0-9A-F]{16}$/);
    expect(settings.credentials).toEqual(buildCredentials("Test-Report"));
    const other = buildCredentials("Test-Other");
    for (const [name, value] of Object.entries(settings.credentials))
      expect(Object.values(other), name).not.toContain(value);
  });

  test("is named in the log line of a refusal", async () => {
    const client = new LambdaClient({ ...settings, endpoint: cloud.serviceUrls.lambda });
    await expect(client.send(new InvokeCommand({ FunctionName: "Test-Other" }))).rejects.toThrow();
    expect(cloud.logs.find("AccessDenied").map(({ source, text }) => [source, text])).toContainEqual([
      "Test-Report",
      `AccessDenied: Test-Report may not lambda:InvokeFunction on ${arn("lambda", "function:Test-Other")}: no statement of the role Test-ReportRole allows it`,
    ]);
  });

  describe("in DynamoDB", () => {
    const TableName = "Test-Table";
    const tableArn = arn("dynamodb", "table/Test-Table");
    const Key = { pk: { S: "1" } };
    const Item = { ...Key, owner: { S: "me" } };
    const byOwner = {
      TableName,
      KeyConditionExpression: "#o = :o",
      ExpressionAttributeNames: { "#o": "owner" },
      ExpressionAttributeValues: { ":o": { S: "me" } },
    };
    const insert = (pk: string) => ({
      Statement: `INSERT INTO "${TableName}" VALUE {'pk': ?}`,
      Parameters: [{ S: pk }],
    });
    const client = () => new DynamoDBClient({ ...settings, endpoint: cloud.serviceUrls.dynamoDb });

    test("does what its role allows", async () => {
      await client().send(new PutItemCommand({ TableName, Item }));
      await expect(client().send(new GetItemCommand({ TableName, Key }))).resolves.toMatchObject({ Item });
      await expect(client().send(new GetItemCommand({ TableName: tableArn, Key }))).resolves.toMatchObject({ Item });
      const found = await client().send(new QueryCommand({ ...byOwner, IndexName: "byOwner" }));
      expect(found.Items).toEqual([Item]);
      const puts = new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }] });
      await expect(client().send(puts)).resolves.toBeDefined();
      const gets = new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key } }] });
      await expect(client().send(gets)).resolves.toMatchObject({ Responses: [{ Item }] });
      const batch = new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [Key] } } });
      await expect(client().send(batch)).resolves.toMatchObject({ Responses: { [TableName]: [Item] } });
      const inserts = new BatchExecuteStatementCommand({ Statements: [insert("2"), insert("3")] });
      await expect(client().send(inserts)).resolves.toMatchObject({ Responses: [{ TableName }, { TableName }] });
      await expect(client().send(new GetItemCommand({ TableName, Key: { pk: { S: "3" } } }))).resolves.toMatchObject({
        Item: { pk: { S: "3" } },
      });
    });

    const update = { TableName, Key, UpdateExpression: "SET n = :n", ExpressionAttributeValues: { ":n": { S: "1" } } };
    const check = { TableName, Key, ConditionExpression: "attribute_exists(pk)" };
    test.each([
      ["a scan", new ScanCommand({ TableName }), "dynamodb:Scan", tableArn],
      [
        "a query of an index without a grant of its own",
        new QueryCommand({ ...byOwner, IndexName: "hidden" }),
        "dynamodb:Query",
        `${tableArn}/index/hidden`,
      ],
      [
        "another table",
        new GetItemCommand({ TableName: "Other", Key }),
        "dynamodb:GetItem",
        arn("dynamodb", "table/Other"),
      ],
      [
        "a batch of writes, whatever its parts",
        new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }),
        "dynamodb:BatchWriteItem",
        tableArn,
      ],
      [
        "a transaction with an update",
        new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item } }, { Update: update }] }),
        "dynamodb:UpdateItem",
        tableArn,
      ],
      [
        "a transaction with a deletion",
        new TransactWriteItemsCommand({ TransactItems: [{ Delete: { TableName, Key } }] }),
        "dynamodb:DeleteItem",
        tableArn,
      ],
      [
        "a transaction with a check",
        new TransactWriteItemsCommand({ TransactItems: [{ ConditionCheck: check }] }),
        "dynamodb:ConditionCheckItem",
        tableArn,
      ],
      [
        "a batch of statements with an update",
        new BatchExecuteStatementCommand({
          Statements: [insert("4"), { Statement: `UPDATE "${TableName}" SET "n" = 1 WHERE "pk" = '1'` }],
        }),
        "dynamodb:PartiQLUpdate",
        tableArn,
      ],
      [
        "a batch of statements with a deletion",
        new BatchExecuteStatementCommand({
          Statements: [{ Statement: `DELETE FROM "${TableName}" WHERE "pk" = '1'` }],
        }),
        "dynamodb:PartiQLDelete",
        tableArn,
      ],
      [
        "a statement about another table",
        new BatchExecuteStatementCommand({
          Statements: [{ Statement: `INSERT INTO "Other" VALUE {'pk': ?}`, Parameters: [{ S: "1" }] }],
        }),
        "dynamodb:PartiQLInsert",
        arn("dynamodb", "table/Other"),
      ],
    ])("is refused %s", async (_what, command, action, resource) => {
      const sent = client().send(command as unknown as PutItemCommand);
      await expect(sent).rejects.toMatchObject(refused("AccessDeniedException", 400, action, resource));
    });

    test("is refused an operation without permission rules, with a log line", async () => {
      const select = { Statement: `SELECT * FROM "${TableName}"` };
      const unsupported = [
        new ExecuteStatementCommand(select),
        new BatchExecuteStatementCommand({ Statements: [insert("5"), select] }),
      ];
      for (const command of unsupported) {
        const sent = client().send(command as ExecuteStatementCommand);
        await expect(sent).rejects.toMatchObject({ name: "UnknownOperationException" });
      }
      expect(cloud.logs.find("has no permission rules").map(({ text }) => text)).toEqual([
        "The laptop has no permission rules for DynamoDB_20120810.ExecuteStatement",
        "The laptop has no permission rules for DynamoDB_20120810.BatchExecuteStatement",
      ]);
    });

    test.each([
      ["an unknown key", { accessKeyId: "ASIA0000000000000000" }],
      ["another session's token", { sessionToken: buildCredentials("Test-Other").sessionToken }],
    ])("is refused with %s", async (_what, change) => {
      const credentials = { ...settings.credentials, ...change };
      const sent = new DynamoDBClient({ ...settings, credentials, endpoint: cloud.serviceUrls.dynamoDb }).send(
        new GetItemCommand({ TableName, Key }),
      );
      await expect(sent).rejects.toMatchObject({
        name: "UnrecognizedClientException",
        message: "The security token included in the request is invalid.",
      });
    });
  });

  describe("in S3", () => {
    const [Bucket, Listed, Locked] = ["test-bucket", "test-listed", "test-locked"];
    const client = (credentials: object = settings.credentials) =>
      new S3Client({
        ...settings,
        credentials: credentials as never,
        endpoint: cloud.serviceUrls.s3,
        forcePathStyle: true,
      });
    const put = (bucket: string, Key: string) =>
      client(LOCAL_CREDENTIALS).send(new PutObjectCommand({ Bucket: bucket, Key, Body: "text" }));
    const denied = (action: string, resource: string) => refused("AccessDenied", 403, action, resource);

    test("reads and writes the folder that its role names, and no other", async () => {
      await client().send(new PutObjectCommand({ Bucket, Key: "open/1", Body: "text" }));
      await expect(client().send(new GetObjectCommand({ Bucket, Key: "open/1" }))).resolves.toBeDefined();
      await put(Bucket, "closed/1");
      for (const [action, command] of [
        ["s3:GetObject", new GetObjectCommand({ Bucket, Key: "closed/1" })],
        ["s3:PutObject", new PutObjectCommand({ Bucket, Key: "closed/1", Body: "" })],
      ] as const) {
        const sent = client().send(command as GetObjectCommand);
        await expect(sent).rejects.toMatchObject(denied(action, `arn:aws:s3:::${Bucket}/closed/1`));
      }
    });

    test("gets a 404 for a missing object only if it may list the bucket", async () => {
      await expect(client().send(new GetObjectCommand({ Bucket: Listed, Key: "gone" }))).rejects.toMatchObject({
        name: "NoSuchKey",
      });
      await expect(client().send(new GetObjectCommand({ Bucket, Key: "open/gone" }))).rejects.toMatchObject(
        denied("s3:ListBucket", `arn:aws:s3:::${Bucket}`),
      );
      await expect(client().send(new ListObjectsV2Command({ Bucket: Listed }))).resolves.toMatchObject({ KeyCount: 0 });
    });

    test("deletes allowed objects and gets the others' errors in a successful response", async () => {
      await put(Bucket, "open/2");
      await put(Bucket, "closed/2");
      const Objects = [{ Key: "open/2" }, { Key: "closed/2" }];
      const { Errors } = await client().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
      expect(Errors).toMatchObject([{ Key: "closed/2", Code: "AccessDenied" }]);
      const { Contents } = await client(LOCAL_CREDENTIALS).send(new ListObjectsV2Command({ Bucket }));
      const keys = Contents?.map(({ Key }) => Key);
      expect(keys).toContain("closed/2");
      expect(keys).not.toContain("open/2");
    });

    test("is bound by the bucket's own policy", async () => {
      await put(Locked, "1");
      const sent = client().send(new GetObjectCommand({ Bucket: Locked, Key: "1" }));
      await expect(sent).rejects.toMatchObject({
        name: "AccessDenied",
        message: `User: ${user} is not authorized to perform: s3:GetObject on resource: arn:aws:s3:::${Locked}/1 with an explicit deny in a resource-based policy`,
      });
      expect(cloud.logs.find("LockedPolicy denies s3:GetObject")).toHaveLength(1);
    });

    test("presigns URLs and forms for what it may do itself", async () => {
      const linkTo = (Key: string) => getSignedUrl(client(), new GetObjectCommand({ Bucket, Key }));
      await put(Bucket, "open/3");
      await put(Bucket, "closed/3");
      expect((await fetch(await linkTo("open/3"))).status).toBe(200);
      expect((await fetch(await linkTo("closed/3"))).status).toBe(403);
      const send = async (Key: string) => {
        const { url, fields } = await createPresignedPost(client(), { Bucket, Key });
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        form.append("file", new Blob(["text"]));
        return (await fetch(url, { method: "POST", body: form })).status;
      };
      expect([await send("open/4"), await send("closed/4")]).toEqual([204, 403]);
    });

    test("is unknown without its session's token", async () => {
      const { sessionToken: _token, ...withoutToken } = settings.credentials as { sessionToken?: string };
      const sent = client(withoutToken).send(new GetObjectCommand({ Bucket, Key: "open/1" }));
      await expect(sent).rejects.toMatchObject({ name: "InvalidAccessKeyId" });
    });
  });

  test("reads the secret that its role names, and no other", async () => {
    const client = new SecretsManagerClient({ ...settings, endpoint: cloud.serviceUrls.secrets });
    const secret = (id: string) => String(cloud.resolve({ Ref: id }));
    const read = (SecretId: string) => client.send(new GetSecretValueCommand({ SecretId }));
    await expect(read(secret("Open"))).resolves.toMatchObject({ Name: "Test-Open", ARN: secret("Open") });
    await expect(read(secret("Closed"))).rejects.toMatchObject(
      refused("AccessDeniedException", 400, "secretsmanager:GetSecretValue", secret("Closed")),
    );
  });

  test.each([
    [
      "Cognito",
      (at: Cloud["serviceUrls"]) =>
        new CognitoIdentityProviderClient({ ...settings, endpoint: at.cognito }).send(
          new AdminGetUserCommand({ UserPoolId: "us-east-1_x", Username: "me" }),
        ),
      refused.bind(
        null,
        "AccessDeniedException",
        400,
        "cognito-idp:AdminGetUser",
        arn("cognito-idp", "userpool/us-east-1_x"),
      ),
    ],
    [
      "SES",
      (at: Cloud["serviceUrls"]) =>
        new SESv2Client({ ...settings, endpoint: at.mail }).send(
          new SendEmailCommand({
            FromEmailAddress: "Me <me@ochre.invalid>",
            Destination: { ToAddresses: ["you@ochre.invalid"] },
            Content: { Simple: { Subject: { Data: "s" }, Body: { Text: { Data: "t" } } } },
          }),
        ),
      refused.bind(null, "AccessDeniedException", 403, "ses:SendEmail", arn("ses", "identity/me@ochre.invalid")),
    ],
    [
      "SQS",
      (at: Cloud["serviceUrls"]) =>
        new SQSClient({ ...settings, endpoint: at.lambda }).send(
          new SendMessageCommand({ QueueUrl: String(cloud.resolve({ Ref: "Queue" })), MessageBody: "x" }),
        ),
      refused.bind(null, "AccessDeniedException", 403, "sqs:SendMessage", arn("sqs", "Test-Queue")),
    ],
    [
      "Lambda",
      (at: Cloud["serviceUrls"]) =>
        new LambdaClient({ ...settings, endpoint: at.lambda }).send(new InvokeCommand({ FunctionName: "Test-Other" })),
      refused.bind(null, "AccessDeniedException", 403, "lambda:InvokeFunction", arn("lambda", "function:Test-Other")),
    ],
    [
      "CloudFront",
      (at: Cloud["serviceUrls"]) =>
        new CloudFrontClient({ ...settings, endpoint: at.lambda }).send(
          new CreateInvalidationCommand({
            DistributionId: "Test-Site",
            InvalidationBatch: { CallerReference: "1", Paths: { Quantity: 1, Items: ["/*"] } },
          }),
        ),
      refused.bind(
        null,
        "AccessDenied",
        403,
        "cloudfront:CreateInvalidation",
        `arn:aws:cloudfront::${ACCOUNT}:distribution/Test-Site`,
      ),
    ],
    [
      "the connections of sockets",
      (at: Cloud["serviceUrls"]) =>
        new ApiGatewayManagementApiClient({ ...settings, endpoint: `${at.lambda}/abc/live` }).send(
          new PostToConnectionCommand({ ConnectionId: "1=", Data: "x" }),
        ),
      refused.bind(
        null,
        "AccessDeniedException",
        403,
        "execute-api:ManageConnections",
        arn("execute-api", "abc/live/POST/@connections/1%3D"),
      ),
    ],
  ] as const)("is refused by %s in AWS's own words", async (_service, call, expected) => {
    await expect(call(cloud.serviceUrls)).rejects.toMatchObject(expected());
  });

  test("reads no site from a bucket whose policy doesn't name the distribution", async () => {
    expect((await fetch(`${cloud.origin}/index.html`)).status).toBe(403);
    const [line] = cloud.logs.find("cloudfront.amazonaws.com may not");
    expect(line?.text).toContain("may not s3:GetObject on arn:aws:s3:::test-bucket/index.html");
  });

  test("has its role's grants listed, with whether they were used", () => {
    const grants = cloud.access.listGrants().filter(({ functionName }) => functionName === "Test-Report");
    const used = grants.filter(({ isUsed }) => isUsed).map(({ action }) => action);
    expect(used).toContain("dynamodb:PutItem");
    expect(grants).toContainEqual({
      functionName: "Test-Report",
      action: "dynamodb:Query",
      resource: arn("dynamodb", "table/Test-Table"),
      isUsed: false,
    });
  });
});
