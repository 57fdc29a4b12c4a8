import { Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** All constructs of a class in the scope's stack, in order of creation. */
export const findConstructs = <T>(scope: IConstruct, kind: abstract new (...args: never[]) => T) =>
  Stack.of(scope)
    .node.findAll()
    .filter((construct): construct is IConstruct & T => construct instanceof kind);
