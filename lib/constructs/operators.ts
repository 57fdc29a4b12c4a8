import { CfnOutput, Stack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { ManagedPolicy, PolicyDocument, PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { TABLE } from "#lambdas/platform/table/indexes.ts";
import { globalName } from "#lib/stacks/global-name.ts";
import { METRIC_NAMESPACE } from "#shared/metrics.ts";
import type { Audit } from "./audit.ts";
import { findConstructs } from "./find-constructs.ts";
import { ORIGINALS_FOLDER, PREVIEW_FOLDER, WITHHELD_FOLDER } from "./folders.ts";
import { MarketplaceFunction, type Right } from "./function.ts";
import type { IdentityProvider } from "./identity.ts";
import type { OriginSecret } from "./origin-secret.ts";
import type { Payments } from "./payments.ts";
import type { Pictures } from "./pictures.ts";
import type { Search } from "./search.ts";
import type { Signing } from "./signing.ts";
import type { Site } from "./site.ts";
import type { Streams } from "./streams.ts";
import { READING, WRITING } from "./table.ts";
import { acknowledgeWildcards } from "./wildcards.ts";

/** Roles of operators. Each has a policy, and each command of `npm run ops` belongs to one. */
export const OPERATOR_ROLES = ["read", "moderate", "administer", "release", "restore"] as const;

export type OperatorRole = (typeof OPERATOR_ROLES)[number];

interface Parts {
  readonly table: ITable;
  readonly search: Search;
  readonly audit: Audit;
  readonly pictures: Pictures;
  readonly identity: IdentityProvider;
  readonly invalidations: Queue;
  readonly payments: Payments;
  readonly signing: Signing;
  readonly originSecret: OriginSecret;
  readonly site: Site;
  readonly streams: Streams;
}

const WHY_WILDCARDS =
  "Keys of objects, restored tables and a stack's own id aren't known before; alarms, backups and metrics have no resource.";

/** Policies for operators, limited to the calls of their commands. */
export class Operators extends Construct {
  constructor(scope: Construct, parts: Parts) {
    super(scope, "Operators");
    const rights = this.rights(parts);
    for (const role of OPERATOR_ROLES) {
      const statements = [
        ...rights[role].map(
          ([actions, resources]) => new PolicyStatement({ actions: [...actions], resources: [...resources] }),
        ),
        ...(role === "release" ? [countingMetrics] : []),
      ];
      const document = new PolicyDocument({ minimize: true, statements });
      const policy = new ManagedPolicy(this, role, {
        managedPolicyName: globalName(this, role),
        description: `Calls of the commands of npm run ops that ${role}`,
        document,
      });
      acknowledgeWildcards(policy, { resources: statements.flatMap(({ resources }) => resources) }, WHY_WILDCARDS);
      new CfnOutput(Stack.of(this), `Policy${role[0]?.toUpperCase()}${role.slice(1)}`, {
        value: policy.managedPolicyArn,
      });
    }
  }

  private rights({
    table,
    search,
    audit,
    pictures,
    identity,
    ...parts
  }: Parts): Record<OperatorRole, readonly Right[]> {
    const stack = Stack.of(this);
    const pool = identity.pool.userPoolArn;
    const stackParts: Right = [
      ["cloudformation:DescribeStacks", "cloudformation:ListStackResources"],
      [stack.formatArn({ service: "cloudformation", resource: "stack", resourceName: `${stack.stackName}/*` })],
    ];
    const records: Right = [["dynamodb:PutItem"], [audit.table.tableArn]];
    const readsAudit: Right = [["dynamodb:Query"], [audit.table.tableArn]];
    const readsTable: readonly Right[] = [
      [READING, [table.tableArn]],
      [["dynamodb:Query"], TABLE.indexes.map(({ name }) => `${table.tableArn}/index/${name}`)],
    ];
    const writesTable: Right = [WRITING, [table.tableArn]];
    const scans: Right = [["dynamodb:Scan"], [table.tableArn]];
    const deletesUsers: Right = [["cognito-idp:AdminDeleteUser", "cognito-idp:ListUsers"], [pool]];
    const { originals, previews } = pictures;
    const moves: readonly Right[] = [
      [
        ["s3:DeleteObject", "s3:GetObject", "s3:PutObject"],
        [previews.arnForObjects(`${PREVIEW_FOLDER}/*`), originals.arnForObjects(`${WITHHELD_FOLDER}/*`)],
      ],
      [["s3:ListBucket"], [previews.bucketArn, originals.bucketArn]],
      [["sqs:SendMessage"], [parts.invalidations.queueArn]],
    ];
    const exports: readonly Right[] = [
      [["s3:GetObject"], [originals.arnForObjects(`${ORIGINALS_FOLDER}/*`)]],
      [["cognito-idp:AdminGetUser"], [pool]],
      [["secretsmanager:GetSecretValue"], [parts.signing.secret.secretArn]],
    ];
    const queues = findConstructs(stack, Queue).map(({ queueArn }) => queueArn);
    const functions = findConstructs(stack, MarketplaceFunction).map(({ lambda }) => lambda.functionArn);
    const { bucket: failedRecords } = parts.streams.failedRecords;
    const redrives: readonly Right[] = [
      [["s3:ListBucket"], [failedRecords.bucketArn]],
      [["s3:DeleteObject", "s3:GetObject"], [failedRecords.arnForObjects("*")]],
      [REDRIVING, queues],
      [["lambda:InvokeFunction"], functions],
    ];
    const { distributionId } = parts.site.distribution;
    const rotates: readonly Right[] = [
      [
        ["secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"],
        [parts.payments, parts.signing, parts.originSecret].map(({ secret }) => secret.secretArn),
      ],
      [
        ["cloudfront:GetDistribution", "cloudfront:GetDistributionConfig", "cloudfront:UpdateDistribution"],
        [
          stack.formatArn({
            service: "cloudfront",
            region: "",
            resource: "distribution",
            resourceName: distributionId,
          }),
        ],
      ],
    ];
    // Name prefix from the runbook.
    const restored = stack.formatArn({ service: "dynamodb", resource: "table", resourceName: "ochre-restored-*" });
    return {
      read: [stackParts, readsAudit, [["cloudwatch:DescribeAlarms"], ["*"]]],
      moderate: [
        ...[stackParts, records, readsAudit, ...readsTable, writesTable, deletesUsers],
        ...[...search.rights, ...moves, ...exports],
      ],
      // It alone decides who may open the administration.
      administer: [...[stackParts, records, scans], [["dynamodb:GetItem", "dynamodb:UpdateItem"], [table.tableArn]]],
      release: [stackParts, records, ...readsTable, scans, ...search.rights, ...redrives, ...rotates],
      restore: [
        ...[stackParts, records, readsAudit, ...readsTable, writesTable, scans, deletesUsers, ...search.rights],
        [RESTORE_ACTIONS, [table.tableArn, restored]],
        [RESTORED_INTO, [restored]],
        [["dynamodb:RestoreTableFromBackup"], [`${table.tableArn}/backup/*`]],
        [["dynamodb:ListBackups"], ["*"]],
      ],
    };
  }
}

/** Actions on dead-letter queues and their source queues. */
const REDRIVING = [
  "sqs:ChangeMessageVisibility",
  "sqs:DeleteMessage",
  "sqs:GetQueueAttributes",
  "sqs:ListDeadLetterSourceQueues",
  "sqs:ReceiveMessage",
  "sqs:SendMessage",
];

const RESTORE_ACTIONS = [
  "dynamodb:DescribeContinuousBackups",
  "dynamodb:DescribeTable",
  "dynamodb:DescribeTimeToLive",
  "dynamodb:RestoreTableToPointInTime",
  "dynamodb:UpdateContinuousBackups",
  "dynamodb:UpdateTable",
  "dynamodb:UpdateTimeToLive",
];

/** Actions on the restored table: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/backuprestore_IAM.html */
const RESTORED_INTO = [
  ...["BatchWriteItem", "DeleteItem", "GetItem", "PutItem", "Query", "Scan", "UpdateItem"].map(
    (action) => `dynamodb:${action}`,
  ),
  "dynamodb:RestoreTableFromBackup",
];

/** For `ledger check --alarm`; metrics can be restricted only by a condition. */
const countingMetrics = new PolicyStatement({
  actions: ["cloudwatch:PutMetricData"],
  resources: ["*"],
  conditions: { StringEquals: { "cloudwatch:namespace": METRIC_NAMESPACE } },
});
