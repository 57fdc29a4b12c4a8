import type { Logger } from "@aws-lambda-powertools/logger";
import type { FeatureSwitches } from "#shared/features.ts";
import type { FeeSchedule } from "#shared/rules/fees.ts";
import type { AuditLog } from "../audit/audit-log.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { TokenVerifier } from "./actor.ts";
import type { LegalEntity } from "./environment.ts";
import type { FromEdge } from "./from-edge.ts";

/** Services of every handler; time and ids are injected for tests. */
export interface BaseServices {
  readonly now: () => Date;
  /** A fresh UUIDv7; later ids sort after earlier ones. */
  readonly newId: () => string;
  readonly features: FeatureSwitches;
  /** The fees of new sales. */
  readonly fees: FeeSchedule;
  /** The platform's operator, if the stage names one. */
  readonly legalEntity?: LegalEntity | undefined;
  /** Scheme and host of the site, without a trailing slash. */
  readonly siteOrigin: string;
  readonly verifyToken: TokenVerifier;
  /** Checks that requests came through CloudFront, if the environment names the origin's secret. */
  readonly fromEdge?: FromEdge | undefined;
  readonly log: Logger;
  /** The audit log, if the environment names its table. */
  readonly audit?: AuditLog | undefined;
  /** Required for routes with signed-in callers, to check their sessions. */
  readonly table?: OpenTable;
}
