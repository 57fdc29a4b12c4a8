import type { Template } from "./template-file.ts";

/** Resource types that affect the product's behaviour and have no stand-in. */
const CONSEQUENTIAL = [
  "AWS::ApiGateway::RestApi",
  "AWS::AppSync::GraphQLApi",
  "AWS::ECS::Service",
  "AWS::Kinesis::Stream",
  "AWS::Lambda::Url",
  "AWS::OpenSearchService::Domain",
  "AWS::RDS::DBCluster",
  "AWS::RDS::DBInstance",
  "AWS::SNS::Subscription",
  "AWS::SSM::Parameter",
  "AWS::Scheduler::Schedule",
  "AWS::StepFunctions::StateMachine",
];

/** One line per unsupported resource type in the template. */
export function listUnsupported(template: Template): string[] {
  const present = new Set(Object.values(template.Resources).map(({ Type }) => Type));
  return CONSEQUENTIAL.filter((type) => present.has(type)).map(
    (type) => `The laptop has no ${type}: what depends on it won't work here.`,
  );
}
