import { CfnOutput, Duration, Stack } from "aws-cdk-lib";
import { Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { NeedsByFunction } from "#lib/entries.ts";
import { UPLOAD_FOLDER } from "#lib/folders.ts";
import { DeadLetters } from "./dead-letters.ts";
import { type FunctionSetting, MarketplaceFunction } from "./function.ts";
import type { Pictures } from "./pictures.ts";

/** Uploads on their way to pictures: one function verifies a file and derives its previews. */
export class Media extends Construct {
  readonly processUpload: MarketplaceFunction;

  constructor(scope: Construct, setting: FunctionSetting, pictures: Pictures, needs: NeedsByFunction) {
    super(scope, "Media");
    const uploads = new DeadLetters(this, "UndeliveredUploads", setting.alarms).queue;
    this.processUpload = new MarketplaceFunction(this, setting, {
      name: "process-upload",
      needs: needs["process-upload"] ?? [],
      memory: 3008,
      timeout: Duration.seconds(60),
      deadLetters: uploads,
    });
    new Rule(this, "Uploaded", {
      eventPattern: {
        source: ["aws.s3"],
        detailType: ["Object Created"],
        detail: {
          bucket: { name: [pictures.originals.bucketName] },
          object: { key: [{ prefix: `${UPLOAD_FOLDER}/` }] },
        },
      },
      targets: [
        new LambdaFunction(this.processUpload.lambda, {
          deadLetterQueue: uploads,
          retryAttempts: 8,
          maxEventAge: Duration.hours(2),
        }),
      ],
    });
    this.name(uploads);
  }

  /** What `docs/operations.md` needs to hand undelivered uploads over once more. */
  private name(uploads: Queue) {
    new CfnOutput(Stack.of(this), "UndeliveredUploads", { value: uploads.queueUrl });
    new CfnOutput(Stack.of(this), "ProcessUpload", { value: this.processUpload.lambda.functionName });
  }

  /** Lets a function ask for watermarked previews. */
  grantMarkingTo(fn: MarketplaceFunction) {
    const { functionName, functionArn } = this.processUpload.lambda;
    fn.setEnvironment({ MEDIA_FUNCTION_NAME: functionName });
    fn.allow(["lambda:InvokeFunction"], [functionArn]);
  }
}
