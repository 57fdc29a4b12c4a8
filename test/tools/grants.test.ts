import { expect, test } from "vitest";
import { compareGrants } from "../../tools/grants/unused.ts";

const grant = (functionName: string, action: string, isUsed: boolean) => ({
  functionName,
  action,
  resource: "arn:aws:dynamodb:us-east-1:000000000000:table/t",
  isUsed,
});
const justifying = (functionPattern: RegExp, grantPattern: RegExp) => ({
  functionPattern,
  grantPattern,
  reason: "because",
});

test("a grant is needed if one run needed it", () => {
  const runs = [
    [grant("users", "dynamodb:GetItem", false), grant("users", "dynamodb:PutItem", false)],
    [grant("users", "dynamodb:GetItem", true), grant("sales", "dynamodb:PutItem", true)],
  ];
  expect(compareGrants(runs, []).unused).toEqual([
    "users dynamodb:PutItem on arn:aws:dynamodb:us-east-1:000000000000:table/t",
  ]);
});

test("an entry justifies the grants that it matches, and is superfluous if all of them are needed", () => {
  const runs = [[grant("users", "dynamodb:PutItem", false), grant("sales", "dynamodb:PutItem", true)]];
  const fitting = justifying(/^users$/, /^dynamodb:PutItem on .*table\/t$/);
  const needed = justifying(/^sales$/, /PutItem/);
  expect(compareGrants(runs, [fitting, needed])).toEqual({ unused: [], superfluous: [needed] });
});
