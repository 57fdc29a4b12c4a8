import { Duration, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, type Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Stage } from "#lib/stages.ts";

/** One topic that every alarm of the stack notifies, and the e-mail address that subscribes to it. */
export class Alarms extends Construct {
  private readonly action: SnsAction;

  constructor(scope: Construct, stage: Stage) {
    super(scope, "Alarms");
    const topic = new Topic(this, "Topic", { enforceSSL: true });
    topic.addToResourcePolicy(alarmsOf(Stack.of(this), topic));
    if (stage.alarmMail) topic.addSubscription(new EmailSubscription(stage.alarmMail));
    this.action = new SnsAction(topic);
  }

  /** Rings when the metric passes `limit` within five minutes; silence means that nothing happened. */
  watch(owner: Construct, id: string, metric: Metric, description: string, limit = 0) {
    const counted: IMetric = metric.with({ period: Duration.minutes(5) });
    const alarm = new Alarm(owner, `${id}Alarm`, {
      metric: counted,
      alarmDescription: description,
      threshold: limit,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(this.action);
    return alarm;
  }
}

/** A topic with a policy of its own is deaf to alarms until the policy names them. */
const alarmsOf = ({ account }: Stack, { topicArn }: Topic) =>
  new PolicyStatement({
    principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
    actions: ["sns:Publish"],
    resources: [topicArn],
    conditions: { StringEquals: { "aws:SourceAccount": account } },
  });
