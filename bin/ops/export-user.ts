import { openPreviews } from "#lambdas/areas/media/open-previews.ts";
import { openUploads } from "#lambdas/areas/media/open-uploads.ts";
import { type Collected, collectPersonalData } from "#lambdas/areas/personal-data/collect.ts";
import { listFiles } from "#lambdas/areas/personal-data/list-files.ts";
import { openSigning } from "#lambdas/platform/signing/open-signing.ts";
import { BadCommand } from "../command/bad-command.ts";
import { defineCommand, NOTHING_DONE } from "../command/command.ts";
import { theOnly } from "../command/stage.ts";
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
    "data.json, certificates and the pictures, in a new folder that only you can read: hand it to nobody but the account's owner, then delete it.",
    "Without secrets, and without what is another person's: a seller's export names no buyer. What isn't found is told by",
    "docs/operations.md.",
  ],
  options: {
    user: { value: "<id>", description: "the account, a closed one too, of which little is left" },
    out: { value: "<folder>", description: "the folder to make" },
  },
  async run({ values: { user: id, out }, isDry, stage, record }) {
    const userId = requireUserId(id);
    if (!out) throw new BadCommand("Name the folder to make: --out.");
    const opened = await stage();
    const table = openStageTable(opened);
    const user = await requireAccount(table, userId);
    await record("account.export", userId, async () => {
      const sources = {
        table,
        auditTable: opened.output("AuditTableName"),
        userPool: await theOnly(opened, "AWS::Cognito::UserPool", ""),
      };
      const found = await collectPersonalData(sources, user, new Date());
      if (isDry) return console.log(`This would export ${formatCounts(found.data)}. ${NOTHING_DONE}`);
      const { files, pictures } = await listFiles(found, {
        uploads: openUploads({ ORIGINALS_BUCKET: await theOnly(opened, "AWS::S3::Bucket", "PicturesOriginals") }),
        shownPreviews: openPreviews({
          PREVIEWS_BUCKET: await theOnly(opened, "AWS::S3::Bucket", "PicturesPreviews"),
        }),
        signing: openSigning({
          SIGNING_SECRET_ARN: await theOnly(opened, "AWS::SecretsManager::Secret", "SigningKey"),
        }),
      });
      await writeFolder(out, files);
      console.log(`${out} has ${formatCounts(found.data)}, and ${pictures} pictures.`);
    });
  },
});
