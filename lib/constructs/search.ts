import { CfnOutput, Stack } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { hasOpenSearch, listSearchEngines, type Stage } from "#lib/stacks/stages.ts";
import type { Alarms } from "./alarms.ts";
import type { MarketplaceFunction, Right } from "./function.ts";
import { SearchCollection } from "./search-collection.ts";
import { SearchIndex } from "./search-index.ts";

interface Engine {
  /** Tables of its own, by display name. */
  readonly tables: Readonly<Record<string, ITable>>;
  /** Rights of operators who reindex it. */
  readonly rights: readonly Right[];
  grantReadingTo(fn: MarketplaceFunction): void;
  grantWritingTo(fn: MarketplaceFunction): void;
}

/** The engines that a stage keeps up to date, of which one answers. */
export class Search implements Engine {
  readonly tables: Engine["tables"];
  readonly rights: Engine["rights"];
  private readonly engines: readonly Engine[];
  private readonly stage: Stage;

  constructor(scope: Construct, stage: Stage, alarms: Alarms) {
    this.stage = stage;
    this.engines = listSearchEngines(stage).map((engine) =>
      engine === "file" ? new SearchIndex(scope, stage) : new SearchCollection(scope, stage, alarms),
    );
    this.tables = Object.assign({}, ...this.engines.map(({ tables }) => tables));
    this.rights = this.engines.flatMap(({ rights }) => rights);
    if (hasOpenSearch(stage)) new CfnOutput(Stack.of(scope), "SearchEngine", { value: stage.search });
  }

  /** Both engines during a move: versions from before a deployment still read the other one. */
  grantReadingTo(fn: MarketplaceFunction) {
    this.nameEngine(fn);
    for (const engine of this.engines) engine.grantReadingTo(fn);
  }

  grantWritingTo(fn: MarketplaceFunction) {
    this.nameEngine(fn);
    for (const engine of this.engines) engine.grantWritingTo(fn);
  }

  /** Without OpenSearch functions know no other engine than the file. */
  private nameEngine(fn: MarketplaceFunction) {
    if (hasOpenSearch(this.stage)) fn.setEnvironment({ SEARCH_ENGINE: this.stage.search });
  }
}
