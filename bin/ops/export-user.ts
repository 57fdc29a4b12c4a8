import { openPreviews } from "#lambdas/areas/media/open-previews.ts";
import { openUploads } from "#lambdas/areas/media/open-uploads.ts";
import { type Collected, collectPersonalData } from "#lambdas/areas/personal-data/collect.ts";
import { listFiles } from "#lambdas/areas/personal-data/list-files.ts";
import { openSigning } from "#lambdas/platform/signing/open-signing.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { CommandError } from "../command/command-error.ts";
import { requireResourceId } from "../command/stage.ts";
import { openStageTable } from "../command/stage-table.ts";
import { requireAccount, requireUserId } from "../identity/require-account.ts";
import { writeFolder } from "../personal-data/write-folder.ts";

/** Number of items of each non-empty kind. */
const formatCounts = (data: Collected["data"]) =>
  Object.entries(data)
    .flatMap(([section, items]) => (Array.isArray(items) && items.length > 0 ? [`${section} ${items.length}`] : []))
    .join(", ");

export const command = defineCommand({
  usage: ["--user <id> --out <folder>"],
  description: [
    "Writes data.json, certificates and pictures into a new private folder. Give it only to the account's owner, then delete it.",
    "Excludes secrets and other people's data, such as a seller's buyers; docs/operations.md lists what else isn't included.",
  ],
  options: {
    user: { value: "<id>", description: "the account; may be closed" },
    out: { value: "<folder>", description: "the folder to create" },
  },
  async run({ values: { user: id, out }, isDry, stage, record }) {
    const userId = requireUserId(id);
    if (!out) throw new CommandError("--out is required.");
    const resolvedStage = await stage();
    const table = openStageTable(resolvedStage);
    const user = await requireAccount(table, userId);
    await record("account.export", userId, async () => {
      const sources = {
        table,
        auditTable: resolvedStage.output("AuditTableName"),
        userPool: await requireResourceId(resolvedStage, "AWS::Cognito::UserPool", ""),
      };
      const found = await collectPersonalData(sources, user, new Date());
      if (isDry) return console.log(`This would export ${formatCounts(found.data)}. ${NOTHING_DONE}`);
      const { files, pictures } = await listFiles(found, {
        uploads: openUploads({
          ORIGINALS_BUCKET: await requireResourceId(resolvedStage, "AWS::S3::Bucket", "PicturesOriginals"),
        }),
        publicPreviews: openPreviews({
          PREVIEWS_BUCKET: await requireResourceId(resolvedStage, "AWS::S3::Bucket", "PicturesPreviews"),
        }),
        signing: openSigning({
          SIGNING_SECRET_ARN: await requireResourceId(resolvedStage, "AWS::SecretsManager::Secret", "SigningKey"),
        }),
      });
      await writeFolder(out, files);
      console.log(`Exported ${formatCounts(found.data)} and ${pictures} pictures to ${out}.`);
    });
  },
});
