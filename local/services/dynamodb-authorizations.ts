import type { AuthorizationRequest } from "#local/access/evaluate.ts";
import { tableArn } from "#local/template/names.ts";

/** The parts of DynamoDB's requests that name tables. */
interface Input {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, unknown>;
  TransactItems?: Record<string, { TableName?: string }>[];
}

const TRANSACTED: Readonly<Record<string, string>> = {
  ConditionCheck: "ConditionCheckItem",
  Delete: "DeleteItem",
  Get: "GetItem",
  Put: "PutItem",
  Update: "UpdateItem",
};

/** A table may be named by its ARN too. */
const arnOf = (table = "") => (table.startsWith("arn:") ? table : tableArn(table));
const indexArn = ({ TableName, IndexName }: Input) => `${arnOf(TableName)}/index/${IndexName}`;

const onTable = (operation: string, { TableName }: Input): AuthorizationRequest[] => [
  { action: `dynamodb:${operation}`, resource: arnOf(TableName) },
];
/** Reading an index takes the index's ARN, not the table's. */
const onTableOrIndex = (operation: string, input: Input): AuthorizationRequest[] =>
  input.IndexName ? [{ action: `dynamodb:${operation}`, resource: indexArn(input) }] : onTable(operation, input);
const onEachTable = (operation: string, { RequestItems = {} }: Input): AuthorizationRequest[] =>
  Object.keys(RequestItems).map((table) => ({ action: `dynamodb:${operation}`, resource: arnOf(table) }));
/** A transaction has no action of its own: each part takes its own. */
const onEachPart = (_operation: string, { TransactItems = [] }: Input): AuthorizationRequest[] =>
  TransactItems.flatMap((item) =>
    Object.entries(item).map(([part, { TableName }]) => ({
      action: `dynamodb:${TRANSACTED[part] ?? part}`,
      resource: arnOf(TableName),
    })),
  );

const OPERATIONS: Readonly<Record<string, (operation: string, input: Input) => AuthorizationRequest[]>> = {
  BatchGetItem: onEachTable,
  BatchWriteItem: onEachTable,
  DeleteItem: onTable,
  DescribeTable: onTable,
  GetItem: onTable,
  PutItem: onTable,
  Query: onTableOrIndex,
  Scan: onTableOrIndex,
  TransactGetItems: onEachPart,
  TransactWriteItems: onEachPart,
  UpdateItem: onTable,
};

/**
 * What a request to DynamoDB takes: actions and resources as AWS's service authorization reference lists them.
 * Undefined for an operation without an entry, PartiQL among them, which nobody but the administrator may call here.
 */
export const authorizationRequestsOf = (operation: string, input: Input): AuthorizationRequest[] | undefined =>
  Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation]?.(operation, input) : undefined;
