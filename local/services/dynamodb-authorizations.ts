import type { AuthorizationRequest } from "#local/access/evaluate.ts";
import { tableArn } from "#local/template/names.ts";

/** The parts of DynamoDB's requests that name tables. */
interface Input {
  TableName?: string;
  IndexName?: string;
  RequestItems?: Record<string, unknown>;
  TransactItems?: Record<string, { TableName?: string }>[];
  Statements?: { Statement?: string }[];
}

const TRANSACTED: Readonly<Record<string, string>> = {
  ConditionCheck: "ConditionCheckItem",
  Delete: "DeleteItem",
  Get: "GetItem",
  Put: "PutItem",
  Update: "UpdateItem",
};

/** A table may be named by its ARN too. */
const toTableArn = (table = "") => (table.startsWith("arn:") ? table : tableArn(table));
const indexArn = ({ TableName, IndexName }: Input) => `${toTableArn(TableName)}/index/${IndexName}`;

const onTable = (operation: string, { TableName }: Input): AuthorizationRequest[] => [
  { action: `dynamodb:${operation}`, resource: toTableArn(TableName) },
];
/** Reading an index takes the index's ARN, not the table's. */
const onTableOrIndex = (operation: string, input: Input): AuthorizationRequest[] =>
  input.IndexName ? [{ action: `dynamodb:${operation}`, resource: indexArn(input) }] : onTable(operation, input);
const onEachTable = (operation: string, { RequestItems = {} }: Input): AuthorizationRequest[] =>
  Object.keys(RequestItems).map((table) => ({ action: `dynamodb:${operation}`, resource: toTableArn(table) }));
/** A transaction has no action of its own: each part takes its own. */
const onEachPart = (_operation: string, { TransactItems = [] }: Input): AuthorizationRequest[] =>
  TransactItems.flatMap((item) =>
    Object.entries(item).map(([part, { TableName }]) => ({
      action: `dynamodb:${TRANSACTED[part] ?? part}`,
      resource: toTableArn(TableName),
    })),
  );

/** PartiQL's writes; DynamoDB takes a table's name in double quotes. */
const WRITES: Readonly<Record<string, RegExp>> = {
  PartiQLDelete: /^DELETE FROM "([^"]+)" WHERE /,
  PartiQLInsert: /^INSERT INTO "([^"]+)" VALUE /,
  PartiQLUpdate: /^UPDATE "([^"]+)" SET /,
};

/** Undefined where a statement isn't a write in this form. */
function onEachStatement(_operation: string, { Statements = [] }: Input): AuthorizationRequest[] | undefined {
  const authorizations = Statements.flatMap(({ Statement = "" }) =>
    Object.entries(WRITES).flatMap(([action, form]) => {
      const table = form.exec(Statement)?.[1];
      return table ? [{ action: `dynamodb:${action}`, resource: toTableArn(table) }] : [];
    }),
  );
  return authorizations.length === Statements.length ? authorizations : undefined;
}

const OPERATIONS: Readonly<Record<string, (operation: string, input: Input) => AuthorizationRequest[] | undefined>> = {
  BatchExecuteStatement: onEachStatement,
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
 * Permissions that a request to DynamoDB requires: actions and resources from AWS's service authorization reference.
 * Undefined for an operation without an entry, such as all of PartiQL except batches of writes: only the administrator
 * may call it here.
 */
export const toAuthorizationRequests = (operation: string, input: Input): AuthorizationRequest[] | undefined =>
  Object.hasOwn(OPERATIONS, operation) ? OPERATIONS[operation]?.(operation, input) : undefined;
