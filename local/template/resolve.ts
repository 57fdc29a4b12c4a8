import type { Assembly } from "./assembly.ts";
import {
  ACCOUNT,
  findNameProperty,
  functionArn,
  functionOfArn,
  type Hosts,
  physicalName,
  qualified,
  REGION,
  resolveAttribute,
  secretArn,
  stackArn,
} from "./names.ts";
import type { Resource } from "./template-file.ts";

const PSEUDO: Record<string, unknown> = {
  "AWS::Region": REGION,
  "AWS::AccountId": ACCOUNT,
  "AWS::Partition": "aws",
  "AWS::URLSuffix": "amazonaws.com",
  "AWS::NotificationARNs": [],
};

/** Address of an API Gateway API, as a function calls it. */
const EXECUTE_API = new RegExp(`https://([a-z0-9]+)\\.execute-api\\.${REGION}\\.amazonaws\\.com`, "g");

/** `AWS::NoValue` and expressions that resolve to it: the property is omitted. */
const ABSENT = undefined;

export interface ResolvedResource {
  logicalId: string;
  type: string;
  properties: Record<string, unknown>;
}

export interface Resolver {
  /** A template expression with every intrinsic replaced by the laptop's value. */
  resolve(expression: unknown): unknown;
  /** Name of a resource, what `Ref` gives. */
  getName(logicalId: string): string;
  /** Resources of one of these types whose condition holds, in the template's order. */
  listResources(...types: string[]): ResolvedResource[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Throws for an unknown intrinsic or a missing resource. */
export function createResolver({ stackName, template }: Assembly, hosts: Hosts): Resolver {
  const naming = new Set<string>();
  const names = new Map<string, string>();

  function getName(logicalId: string): string {
    const cached = names.get(logicalId);
    if (cached) return cached;
    const resource = template.Resources[logicalId];
    if (!resource) throw new Error(`The template refers to ${logicalId}, which it doesn't hold`);
    if (naming.has(logicalId)) throw new Error(`The name of ${logicalId} refers to itself`);
    naming.add(logicalId);
    const property = findNameProperty(resource.Type);
    const qualifier = findQualifier(resource);
    const given = property ? resolve(resource.Properties?.[property]) : undefined;
    const name =
      qualifier === undefined
        ? physicalName(stackName, logicalId, resource, given)
        : qualified(functionOfArn(String(resolve(resource.Properties?.FunctionName))), qualifier);
    names.set(logicalId, name);
    return name;
  }

  /** An alias has the template's name; every version is the function's first, for the laptop runs what was deployed last. */
  function findQualifier({ Type, Properties }: Resource): string | undefined {
    if (Type === "AWS::Lambda::Alias") return String(resolve(Properties?.Name));
    return Type === "AWS::Lambda::Version" ? "1" : undefined;
  }

  function ref(target: string): unknown {
    if (target === "AWS::NoValue") return ABSENT;
    if (target === "AWS::StackName") return stackName;
    if (target === "AWS::StackId") return stackArn(stackName);
    if (target in PSEUDO) return PSEUDO[target];
    const parameter = template.Parameters?.[target];
    if (parameter) return parameter.Default;
    const type = template.Resources[target]?.Type;
    if (type === "AWS::SecretsManager::Secret") return secretArn(getName(target));
    if (type === "AWS::Lambda::Alias" || type === "AWS::Lambda::Version") return functionArn(getName(target));
    // A queue's reference is its URL, not its name.
    const isQueue = type === "AWS::SQS::Queue" && hosts.connections;
    return isQueue ? `http://${hosts.connections}/${ACCOUNT}/${getName(target)}` : getName(target);
  }

  function getAtt(target: unknown): string {
    const [logicalId, attribute] = Array.isArray(target) ? target.map(String) : splitOnce(String(target), ".");
    const resource = template.Resources[logicalId ?? ""];
    if (!logicalId || !attribute || !resource)
      throw new Error(`Fn::GetAtt of ${JSON.stringify(target)} can't be resolved`);
    return resolveAttribute(resource.Type, getName(logicalId), attribute, hosts);
  }

  function sub(argument: unknown): string {
    const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
    return String(text).replaceAll(/\$\{(!?)([^}]+)\}/g, (_whole, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (isRecord(variables) && name in variables) return String(resolve(variables[name]));
      return String(name.includes(".") ? getAtt(name) : ref(name));
    });
  }

  function condition(name: string): boolean {
    if (!template.Conditions || !(name in template.Conditions))
      throw new Error(`The template holds no condition ${name}`);
    return resolve(template.Conditions[name]) === true;
  }

  function list(argument: unknown): unknown[] {
    const resolved = resolve(argument);
    if (!Array.isArray(resolved)) throw new Error(`A list was expected in place of ${JSON.stringify(argument)}`);
    return resolved;
  }

  const intrinsics = new Map<string, (argument: unknown) => unknown>([
    ["Ref", (argument) => ref(String(argument))],
    ["Condition", (argument) => condition(String(argument))],
    ["Fn::GetAtt", getAtt],
    ["Fn::Sub", (argument) => ownScheme(sub(argument))],
    [
      "Fn::Join",
      (argument) => {
        const [separator, parts] = list(argument);
        return ownScheme(list(parts).join(String(separator)));
      },
    ],
    [
      "Fn::Select",
      (argument) => {
        const [index, items] = list(argument);
        return list(items)[Number(index)];
      },
    ],
    [
      "Fn::Split",
      (argument) => {
        const [separator, text] = list(argument);
        return String(text).split(String(separator));
      },
    ],
    [
      "Fn::If",
      (argument) => {
        const [name, yes, no] = Array.isArray(argument) ? argument : [];
        return resolve(condition(String(name)) ? yes : no);
      },
    ],
    [
      "Fn::Equals",
      (argument) => {
        const [left, right] = list(argument);
        return JSON.stringify(left) === JSON.stringify(right);
      },
    ],
    ["Fn::Not", (argument) => list(argument)[0] !== true],
    ["Fn::And", (argument) => list(argument).every((value) => value === true)],
    ["Fn::Or", (argument) => list(argument).some((value) => value === true)],
    ["Fn::Base64", (argument) => Buffer.from(String(resolve(argument))).toString("base64")],
    ["Fn::GetAZs", () => [`${REGION}a`, `${REGION}b`]],
    [
      "Fn::FindInMap",
      (argument) => {
        const [map, first, second] = list(argument).map(String);
        return resolve(template.Mappings?.[map ?? ""]?.[first ?? ""]?.[second ?? ""]);
      },
    ],
  ]);

  /** The laptop has no TLS, so https URLs of its own hosts become http. */
  const ownScheme = (text: string) =>
    text
      .replaceAll(`https://${hosts.site}`, `http://${hosts.site}`)
      .replaceAll(`https://${hosts.s3}`, `http://${hosts.s3}`)
      .replaceAll(EXECUTE_API, (whole, apiId: string) =>
        hosts.connections && isSocketApi(apiId) ? `http://${hosts.connections}/${apiId}` : whole,
      );

  const isSocketApi = (apiId: string) =>
    Object.entries(template.Resources).some(
      ([logicalId, { Type, Properties }]) =>
        Type === "AWS::ApiGatewayV2::Api" && Properties?.ProtocolType === "WEBSOCKET" && getName(logicalId) === apiId,
    );

  function resolve(expression: unknown): unknown {
    if (Array.isArray(expression)) return expression.map(resolve).filter((value) => value !== ABSENT);
    if (!isRecord(expression)) return expression;
    const [only, ...others] = Object.entries(expression);
    if (only && others.length === 0) {
      const intrinsic = intrinsics.get(only[0]);
      if (intrinsic) return intrinsic(only[1]);
      if (only[0].startsWith("Fn::")) throw new Error(`The laptop can't resolve ${only[0]}`);
    }
    return Object.fromEntries(
      Object.entries(expression)
        .map(([key, value]) => [key, resolve(value)] as const)
        .filter(([, value]) => value !== ABSENT),
    );
  }

  return {
    resolve,
    getName,
    listResources: (...types) =>
      Object.entries(template.Resources)
        .filter(
          ([, resource]) => types.includes(resource.Type) && (!resource.Condition || condition(resource.Condition)),
        )
        .map(([logicalId, resource]) => ({
          logicalId,
          type: resource.Type,
          properties: resolve(resource.Properties ?? {}) as Record<string, unknown>,
        })),
  };
}

const splitOnce = (text: string, separator: string) => {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
};
