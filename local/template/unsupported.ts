import type { Template } from "./assembly.ts";
import type { Resolver } from "./resolve.ts";

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
  "AWS::SecretsManager::Secret",
  "AWS::StepFunctions::StateMachine",
];

/** One line per resource type that matters and isn't there on the laptop; web socket APIs count as such. */
export function unsupportedOf(template: Template, resolver: Resolver): string[] {
  const present = new Set(Object.values(template.Resources).map(({ Type }) => Type));
  const lines = CONSEQUENTIAL.filter((type) => present.has(type)).map(
    (type) => `The laptop has no ${type}: what depends on it won't work here.`,
  );
  const webSockets = resolver
    .resourcesOf("AWS::ApiGatewayV2::Api")
    .some(({ properties }) => properties.ProtocolType === "WEBSOCKET");
  return webSockets ? [...lines, "The laptop has no WebSocket API yet: live messages won't arrive here."] : lines;
}
