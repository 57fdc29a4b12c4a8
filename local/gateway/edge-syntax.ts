import { type AnyNode, type Node, parse } from "acorn";
import { full } from "acorn-walk";

/** Syntax of ECMAScript 5.1, and what CloudFront's documentation lists beyond it for its runtime 2.0. */
const NODES = new Set<AnyNode["type"]>([
  "ArrayExpression",
  "ArrowFunctionExpression",
  "AssignmentExpression",
  "AwaitExpression",
  "BinaryExpression",
  "BlockStatement",
  "BreakStatement",
  "CallExpression",
  "CatchClause",
  "ConditionalExpression",
  "ContinueStatement",
  "DoWhileStatement",
  "EmptyStatement",
  "ExpressionStatement",
  "ForInStatement",
  "ForStatement",
  "FunctionDeclaration",
  "FunctionExpression",
  "Identifier",
  "IfStatement",
  "LabeledStatement",
  "Literal",
  "LogicalExpression",
  "MemberExpression",
  "NewExpression",
  "ObjectExpression",
  "Program",
  "Property",
  "RestElement",
  "ReturnStatement",
  "SequenceExpression",
  "SwitchCase",
  "SwitchStatement",
  "TemplateElement",
  "TemplateLiteral",
  "ThisExpression",
  "ThrowStatement",
  "TryStatement",
  "UnaryExpression",
  "UpdateExpression",
  "VariableDeclaration",
  "VariableDeclarator",
  "WhileStatement",
]);
const NEW_OPERATORS = ["??", "??=", "||=", "&&="];
const REGEXP_FLAGS = /^[gimy]*$/;

/** The syntax of a node that the runtime lacks, undefined without any. */
function findMissing(node: AnyNode): string | undefined {
  if (!NODES.has(node.type)) return node.type;
  switch (node.type) {
    case "AssignmentExpression":
    case "LogicalExpression":
      return NEW_OPERATORS.find((operator) => operator === node.operator);
    case "CatchClause":
      return node.param ? undefined : `${node.type} without a name`;
    case "FunctionDeclaration":
    case "FunctionExpression":
      return node.generator ? "generator" : undefined;
    case "Literal":
      if (node.bigint) return "bigint";
      return REGEXP_FLAGS.test(node.regex?.flags ?? "") ? undefined : `/${node.regex?.flags}`;
    case "Property":
      return (["shorthand", "method", "computed"] as const).find((kind) => node[kind]);
    default:
      return undefined;
  }
}

/** Throws for syntax that CloudFront's runtime 2.0 isn't documented to have, since Node would run it. */
export function requireEdgeSyntax(name: string, code: string): void {
  full(parse(code, { ecmaVersion: 2022, locations: true }), (node: Node) => {
    const missing = findMissing(node as AnyNode);
    if (!missing) return;
    throw new Error(`${name}: CloudFront's runtime 2.0 doesn't list ${missing} (line ${node.loc?.start.line})`);
  });
}
