import { type Access, parseSigner, UNRESTRICTED } from "#local/access/access.ts";
import type { ServiceHandler } from "#local/functions/invoke-endpoint.ts";
import { readBody } from "#local/services/http-server.ts";
import { renderElement } from "#local/services/s3/xml.ts";
import { stackArn } from "#local/template/names.ts";

const MAX_BYTES = 64 * 1024;
const NAMESPACE = 'xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"';

/** A stack's outputs and resources, as CloudFormation returns them. */
export interface DescribedStack {
  readonly stackName: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly resources: readonly { readonly logicalId: string; readonly type: string; readonly physicalId: string }[];
}

type Elements = Readonly<Record<string, string>>;

const member = (elements: Elements) =>
  `<member>${Object.entries(elements)
    .map(([name, text]) => renderElement(name, text))
    .join("")}</member>`;

/** A required but unused creation time. */
const MADE = "2026-01-01T00:00:00Z";

const OPERATIONS: Readonly<Record<string, (stack: DescribedStack) => string>> = {
  DescribeStacks: ({ stackName, outputs }) => {
    const listed = Object.entries(outputs).map(([OutputKey, OutputValue]) => member({ OutputKey, OutputValue }));
    const facts = renderElement("StackName", stackName) + renderElement("CreationTime", MADE);
    return `<Stacks><member>${facts}<StackStatus>UPDATE_COMPLETE</StackStatus><Outputs>${listed.join("")}</Outputs></member></Stacks>`;
  },
  ListStackResources: ({ resources }) => {
    const listed = resources.map(({ logicalId, type, physicalId }) =>
      member({
        LogicalResourceId: logicalId,
        PhysicalResourceId: physicalId,
        ResourceType: type,
        LastUpdatedTimestamp: MADE,
        ResourceStatus: "UPDATE_COMPLETE",
      }),
    );
    return `<StackResourceSummaries>${listed.join("")}</StackResourceSummaries>`;
  },
};

/** CloudFormation's DescribeStacks and ListStackResources for the one stack that there is. */
export function createStackEndpoint(
  deployed: () => DescribedStack | undefined,
  access: Access = UNRESTRICTED,
): ServiceHandler {
  return async (request, response) => {
    const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
    if (request.method !== "POST" || request.url !== "/" || !isForm) return false;
    const answer = (status: number, xml: string) => {
      response.writeHead(status, { "content-type": "text/xml" }).end(xml);
      return true;
    };
    const refuse = (status: number, code: string, message: string) => {
      const error = `<Error><Type>Sender</Type>${renderElement("Code", code)}${renderElement("Message", message)}</Error>`;
      return answer(status, `<ErrorResponse ${NAMESPACE}>${error}<RequestId>laptop</RequestId></ErrorResponse>`);
    };
    const form = new URLSearchParams((await readBody(request, MAX_BYTES)).toString("utf8"));
    const operation = form.get("Action") ?? "";
    const describe = OPERATIONS[operation];
    if (!describe) return refuse(400, "InvalidAction", `The laptop's CloudFormation has no ${operation}.`);
    const stack = deployed();
    const name = form.get("StackName") ?? stack?.stackName ?? "";
    const authorization = { action: `cloudformation:${operation}`, resource: stackArn(name) };
    const refusal = access.findRefusal(parseSigner(request.headers), [authorization]);
    if (refusal) return refuse(403, "AccessDenied", refusal.message);
    if (stack?.stackName !== name) return refuse(400, "ValidationError", `Stack with id ${name} does not exist`);
    const result = `<${operation}Result>${describe(stack)}</${operation}Result>`;
    return answer(200, `<${operation}Response ${NAMESPACE}>${result}</${operation}Response>`);
  };
}
