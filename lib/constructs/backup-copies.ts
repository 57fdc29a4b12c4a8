import { Duration, type Stack } from "aws-cdk-lib";
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from "aws-cdk-lib/aws-backup";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Schedule } from "aws-cdk-lib/aws-events";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

/** Same window as point-in-time recovery. */
const RETENTION = Duration.days(35);

/**
 * Daily copies of the table and the originals in a vault of another account or region
 * (https://docs.aws.amazon.com/aws-backup/latest/devguide/cross-region-backup.html).
 */
export class BackupCopies extends Construct {
  constructor(scope: Stack, { vaultArn, table, originals }: { vaultArn: string; table: ITable; originals: IBucket }) {
    super(scope, "BackupCopies");
    const backupVault = new BackupVault(this, "Vault");
    const destinationBackupVault = BackupVault.fromBackupVaultArn(this, "Copies", vaultArn);
    const plan = new BackupPlan(this, "Plan", {
      backupVault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: "daily",
          scheduleExpression: Schedule.cron({ hour: "2", minute: "30" }),
          // Only the source of the copies.
          deleteAfter: Duration.days(7),
          copyActions: [{ destinationBackupVault, deleteAfter: RETENTION }],
        }),
      ],
    });
    const managed = (name: string) => ManagedPolicy.fromAwsManagedPolicyName(name);
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("backup.amazonaws.com"),
      managedPolicies: [
        managed("service-role/AWSBackupServiceRolePolicyForBackup"),
        managed("AWSBackupServiceRolePolicyForS3Backup"),
      ],
    });
    plan.addSelection("Selection", {
      role,
      disableDefaultBackupPolicy: true,
      resources: [BackupResource.fromDynamoDbTable(table), BackupResource.fromArn(originals.bucketArn)],
    });
  }
}
