import { Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Everything of a kind that the construct's stack holds, in the order in which it was made. */
export const findConstructs = <T>(scope: IConstruct, kind: abstract new (...args: never[]) => T) =>
  Stack.of(scope)
    .node.findAll()
    .filter((construct): construct is IConstruct & T => construct instanceof kind);
