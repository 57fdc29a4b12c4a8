import { fileURLToPath } from "node:url";
import { App, CfnOutput, Stack } from "aws-cdk-lib";
import { HttpApi, HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { AttributeType, BillingMode, Table } from "aws-cdk-lib/aws-dynamodb";
import { Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { Runtime } from "aws-cdk-lib/aws-lambda";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { Queue } from "aws-cdk-lib/aws-sqs";

/** Notes: an API writes them to a table, a queue has them archived in a bucket, and the bucket's event confirms that. */
const app = new App();
const stack = new Stack(app, "Notes");

const table = new Table(stack, "Table", {
  partitionKey: { name: "id", type: AttributeType.STRING },
  billingMode: BillingMode.PAY_PER_REQUEST,
});
const bucket = new Bucket(stack, "Archive", { eventBridgeEnabled: true });
const queue = new Queue(stack, "ToArchive");

const createFunction = (name: string) =>
  new NodejsFunction(stack, name, {
    entry: fileURLToPath(new URL(`functions/${name}.ts`, import.meta.url)),
    runtime: Runtime.NODEJS_24_X,
    memorySize: 256,
    environment: { TABLE: table.tableName, BUCKET: bucket.bucketName, QUEUE: queue.queueUrl },
    // The laptop gives a function nothing but its asset, so the SDK is bundled.
    bundling: { externalModules: [] },
  });

const notes = createFunction("notes");
table.grantReadWriteData(notes);
queue.grantSendMessages(notes);

const archive = createFunction("archive");
table.grantReadData(archive);
bucket.grantPut(archive);
archive.addEventSource(new SqsEventSource(queue));

const confirm = createFunction("confirm");
table.grantWriteData(confirm);
new Rule(stack, "Archived", {
  eventPattern: {
    source: ["aws.s3"],
    detailType: ["Object Created"],
    detail: { bucket: { name: [bucket.bucketName] } },
  },
  targets: [new LambdaFunction(confirm)],
});

const api = new HttpApi(stack, "Api");
const integration = new HttpLambdaIntegration("Notes", notes);
api.addRoutes({ path: "/notes", methods: [HttpMethod.POST], integration });
api.addRoutes({ path: "/notes/{id}", methods: [HttpMethod.GET], integration });
new CfnOutput(stack, "Url", { value: api.apiEndpoint });

app.synth();
