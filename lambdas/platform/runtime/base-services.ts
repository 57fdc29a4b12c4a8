import type { Logger } from "@aws-lambda-powertools/logger";
import type { FeatureSwitches } from "#shared/features.ts";
import type { FeeSchedule } from "#shared/rules/fees.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { TokenVerifier } from "./actor.ts";
import type { LegalEntity } from "./environment.ts";
import type { FromEdge } from "./from-edge.ts";

/** Services of every handler; time and ids are injected so that tests can choose them. */
export interface BaseServices {
  readonly now: () => Date;
  /** A fresh UUIDv7, later ids sorting after earlier ones. */
  readonly newId: () => string;
  readonly features: FeatureSwitches;
  /** The fees of a sale that is agreed on now. */
  readonly fees: FeeSchedule;
  /** Who runs the platform, where the stage says so. */
  readonly legalEntity?: LegalEntity | undefined;
  /** Scheme and host of the site, without a slash at the end. */
  readonly siteOrigin: string;
  readonly verifyToken: TokenVerifier;
  /** Where the environment names the origin's secret: whether a request came through CloudFront. */
  readonly fromEdge?: FromEdge | undefined;
  readonly log: Logger;
  /** Where the environment names its table: what calls did, and which were refused. */
  readonly audit?: AuditLog | undefined;
  /** Needed wherever a route has signed-in callers: it says whether their session has ended. */
  readonly table?: OpenTable;
}
