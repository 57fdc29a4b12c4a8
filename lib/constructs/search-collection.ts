import { CfnOutput, Duration, Lazy, Stack } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import {
  CfnAccessPolicy,
  CfnCollection,
  CfnCollectionGroup,
  CfnSecurityPolicy,
} from "aws-cdk-lib/aws-opensearchserverless";
import { Construct } from "constructs";
import { getStackName, type Stage } from "#lib/stacks/stages.ts";
import { type Alarms, countedMetric } from "./alarms.ts";
import type { MarketplaceFunction, Right } from "./function.ts";

/** Rights on indexes and on aliases, as https://docs.aws.amazon.com/opensearch-service/latest/developerguide/serverless-genref.html has them. */
interface Access {
  readonly index: readonly string[];
  readonly collection: readonly string[];
}

const READING: Access = { index: ["aoss:ReadDocument"], collection: [] };

/** The first write makes the index and its alias. */
const WRITING: Access = {
  index: [...READING.index, "aoss:CreateIndex", "aoss:WriteDocument"],
  collection: ["aoss:CreateCollectionItems", "aoss:DescribeCollectionItems"],
};

const REINDEXING: Access = {
  index: [...WRITING.index, "aoss:DescribeIndex", "aoss:DeleteIndex", "aoss:UpdateIndex"],
  collection: [...WRITING.collection, "aoss:DeleteCollectionItems", "aoss:UpdateCollectionItems"],
};

/** Failed requests in five minutes; fewer may be one visitor's while a collection scales. */
const FEW_FAILED = 3;

/** Time of an average search above which people notice. */
const SLOW = Duration.seconds(1);

/**
 * The search index in Amazon OpenSearch Serverless. Its units end at zero after ten quiet minutes and are bounded by the
 * stage. It can be rebuilt, so it is deleted with its stage's switch. Its endpoint is public, because functions are in no
 * VPC: each request is signed, and IAM and the access policy decide.
 */
export class SearchCollection extends Construct {
  readonly tables = {};
  readonly rights: readonly Right[];
  private readonly collection: CfnCollection;
  private readonly group: CfnCollectionGroup;
  /** Also the name of its policies, of which a region has one a kind. */
  private readonly name: string;
  private readonly granted = new Map<Access, Set<string>>();

  constructor(scope: Construct, stage: Stage, alarms: Alarms) {
    super(scope, "SearchCollection");
    this.name = getStackName(stage);
    this.group = this.createGroup(stage);
    this.collection = this.createCollection();
    this.rights = [[["aoss:APIAccessAll"], [this.collection.attrArn]]];
    for (const role of stage.searchOperators ?? []) this.grant(REINDEXING, role);
    this.watch(stage, alarms);
    new CfnOutput(Stack.of(this), "SearchEndpoint", { value: this.collection.attrCollectionEndpoint });
  }

  grantReadingTo(fn: MarketplaceFunction) {
    this.allow(fn, READING);
  }

  grantWritingTo(fn: MarketplaceFunction) {
    this.allow(fn, WRITING);
  }

  /** A group of NEXTGEN has to have standby replicas. */
  private createGroup({ searchUnits }: Stage) {
    return new CfnCollectionGroup(this, "Group", {
      name: this.name,
      generation: "NEXTGEN",
      standbyReplicas: "ENABLED",
      capacityLimits: {
        minIndexingCapacityInOcu: 0,
        minSearchCapacityInOcu: 0,
        maxIndexingCapacityInOcu: searchUnits,
        maxSearchCapacityInOcu: searchUnits,
      },
    });
  }

  private createCollection() {
    const { name } = this;
    const rules = [{ ResourceType: "collection", Resource: [`collection/${name}`] }];
    const encryption = new CfnSecurityPolicy(this, "Encryption", {
      name,
      type: "encryption",
      policy: JSON.stringify({ Rules: rules, AWSOwnedKey: true }),
    });
    new CfnSecurityPolicy(this, "Network", {
      name,
      type: "network",
      policy: JSON.stringify([{ Rules: rules, AllowFromPublic: true }]),
    });
    new CfnAccessPolicy(this, "Access", {
      name,
      type: "data",
      policy: Lazy.string({ produce: () => Stack.of(this).toJsonString(this.buildAccess()) }),
    });
    const collection = new CfnCollection(this, "Collection", { name, type: "SEARCH", collectionGroupName: name });
    collection.addResourceDependency(this.group);
    collection.addResourceDependency(encryption);
    return collection;
  }

  private buildAccess() {
    return [...this.granted].map(([{ index, collection }, roles]) => ({
      Principal: [...roles],
      Rules: [
        { ResourceType: "index", Resource: [`index/${this.name}/*`], Permission: index },
        ...(collection.length > 0
          ? [{ ResourceType: "collection", Resource: [`collection/${this.name}`], Permission: collection }]
          : []),
      ],
    }));
  }

  private grant(access: Access, role: string) {
    this.granted.set(access, (this.granted.get(access) ?? new Set()).add(role));
  }

  private allow(fn: MarketplaceFunction, access: Access) {
    fn.setEnvironment({ SEARCH_ENDPOINT: this.collection.attrCollectionEndpoint });
    for (const [actions, resources] of this.rights) fn.allow(actions, resources);
    this.grant(access, fn.roleArn);
  }

  /** Sums by minute, as OpenSearch Serverless reports units. */
  private units(metricName: string) {
    const { attrId, name } = this.group;
    return this.metric(metricName, "Sum", { CollectionGroupId: attrId, CollectionGroupName: name });
  }

  private count(metricName: string, statistic = "Sum") {
    const { attrId, name } = this.collection;
    return this.metric(metricName, statistic, { CollectionId: attrId, CollectionName: name });
  }

  private metric(metricName: string, statistic: string, dimensions: Readonly<Record<string, string>>) {
    const dimensionsMap = { ...dimensions, ClientId: Stack.of(this).account };
    return new Metric({ namespace: "AWS/AOSS", metricName, statistic, dimensionsMap });
  }

  private watch(stage: Stage, alarms: Alarms) {
    const failed = new MathExpression({
      expression: "FILL(searches, 0) + FILL(writes, 0) + FILL(waking, 0)",
      usingMetrics: {
        searches: this.count("SearchRequestErrors"),
        writes: this.count("IngestionRequestErrors"),
        waking: countedMetric("SearchesWaking", stage),
      },
    });
    // Waking up takes less than a minute and ten quiet ones precede it.
    alarms.watch(this, "Search fails", failed, { limit: FEW_FAILED, periods: 3 });
    const latency = this.count("SearchRequestLatency", "Average");
    alarms.watch(this, "Search is slow", latency, { limit: SLOW.toMilliseconds(), periods: 3 });
    const used = new MathExpression({
      expression: "MAX([FILL(searching, 0), FILL(indexing, 0)])",
      usingMetrics: { searching: this.units("SearchOCU"), indexing: this.units("IndexingOCU") },
    });
    alarms.watchCounted("Search copy incomplete", "SearchWritesMissed");
    // Above all but one unit of the bound.
    alarms.watch(this, "Search at its bound", used, {
      limit: stage.searchUnits - 1,
      period: Duration.minutes(1),
      periods: 15,
    });
  }
}
