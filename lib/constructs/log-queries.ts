import { Stack } from "aws-cdk-lib";
import { QueryDefinition, QueryString } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { FunctionName } from "#lambdas/functions.ts";
import type { MarketplaceFunction } from "./function.ts";

interface SavedQuery {
  readonly fields: readonly string[];
  /** Operators replace the quoted placeholders. */
  readonly filter: string;
  /** All functions by default. */
  readonly of?: readonly FunctionName[];
}

const MAILING: readonly FunctionName[] = [
  "process-table-stream",
  "answer-mail-requests",
  "stripe",
  "auth",
  "second-factor",
];

const LINE = ["@timestamp", "service", "level", "message"];

/** Operators' saved queries, by title; docs/runbook.md names them. */
const QUERIES: Readonly<Record<string, SavedQuery>> = {
  "One request": {
    fields: [...LINE, "userId", "error.message"],
    filter: 'requestId = "ID" or function_request_id = "ID" or askedBy = "ID"',
  },
  "One user": { fields: [...LINE, "requestId", "orderId", "artworkId"], filter: 'userId = "ID"' },
  "One order": { fields: [...LINE, "requestId", "userId", "reason"], filter: 'orderId = "ID"' },
  "Way of a mail": {
    fields: ["@timestamp", "mail", "kind", "reason", "userId", "orderId"],
    filter: 'ispresent(mail) and (userId = "ID" or orderId = "ID")',
    of: MAILING,
  },
  "What failed": {
    fields: [...LINE, "type", "record.status", "record.errorType", "error.message"],
    filter: 'level = "ERROR" or record.status in ["timeout", "error", "failure"]',
  },
  "Scripts that failed": {
    fields: ["@timestamp", "page", "kind"],
    filter: "ScriptErrors = 1",
    of: ["support"],
  },
  "Pages not rendered": {
    fields: ["@timestamp", "path", "error.message"],
    filter: "PagesNotRendered = 1",
    of: ["pages"],
  },
};

/** Saved queries of CloudWatch Logs Insights over the functions' logs, in a folder named after the stack. */
export class LogQueries extends Construct {
  constructor(scope: Construct, functions: readonly MarketplaceFunction[]) {
    super(scope, "LogQueries");
    for (const [title, { fields, filter, of }] of Object.entries(QUERIES)) {
      const selected = functions.filter(({ name }) => !of || of.some((one) => one === name));
      new QueryDefinition(this, title.replaceAll(" ", ""), {
        queryDefinitionName: `${Stack.of(this).stackName}/${title}`,
        queryString: new QueryString({
          fields: [...fields],
          filterStatements: [filter],
          sort: "@timestamp desc",
          limit: 1000,
        }),
        logGroups: selected.map(({ logGroup }) => logGroup),
      });
    }
  }
}
