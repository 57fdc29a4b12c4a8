import type { Template } from "./assembly.ts";

/** Types that change what the product does and that no part of the laptop stands in for. */
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

/** One line per resource type that matters and isn't there on the laptop. */
export function unsupportedOf(template: Template): string[] {
  const present = new Set(Object.values(template.Resources).map(({ Type }) => Type));
  return CONSEQUENTIAL.filter((type) => present.has(type)).map(
    (type) => `The laptop has no ${type}: what depends on it won't work here.`,
  );
}
