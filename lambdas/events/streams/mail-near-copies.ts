import type { DynamoDBStreamEvent } from "aws-lambda";
import { ArtworkEntity } from "../../areas/artwork/artwork.entity.ts";
import { type ArtworkItem, isShownTo } from "../../areas/artwork/find-artwork.ts";
import { operatorEmailTemplates } from "../../areas/artwork/operator-email-templates.ts";
import { buildCaseUrl } from "../../areas/cases/case-url.ts";
import { openCase } from "../../areas/cases/change-cases.ts";
import { findCopiedWorks } from "../../areas/search/find-copies.ts";
import { type SyncDocumentsServices, syncDocuments } from "../../areas/search/sync-documents.ts";
import { type MailServices, mailOperatorsOnce } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import type { OpenIndex } from "../../search-engine/engine.ts";
import { consume, parseImage } from "./consume.ts";

type ComparingServices = MailServices & SyncDocumentsServices & BaseServices & { readonly index: OpenIndex };

/**
 * Opens a case and mails the operators, once each, about a published picture that looks like someone else's work or like a taken-down one,
 * independent of the browser's own check.
 */
export const mailNearCopies = (event: DynamoDBStreamEvent, services: ComparingServices) =>
  consume(event, services, async (record) => {
    const [before, work] = [
      parseImage(record, "OldImage", ArtworkEntity),
      parseImage(record, "NewImage", ArtworkEntity),
    ];
    if (!work || !isNewlyShown(before, work)) return;
    // Of two published at the same time, the one indexed later then finds the other.
    await syncDocuments(services, "artwork", [work.artworkId]);
    const [nearest, ...others] = await findCopiedWorks(services.index, work);
    if (!nearest) return;
    const { artworkId, mediaId } = work;
    // An upload is published once, so that its id makes one case however often the artwork is shown.
    const copies = [nearest, ...others].map((copied) => copied.artworkId);
    await openCase(services.table, { kind: "near_copy", caseId: mediaId, artworkId, copies }, services.now());
    const mailed = { key: `mail#nearCopy#${artworkId}#${mediaId}`, kind: "nearCopy" };
    const email = operatorEmailTemplates.nearCopy(work, [nearest, ...others], {
      siteOrigin: services.siteOrigin,
      caseHref: buildCaseUrl(services, mediaId),
    });
    await mailOperatorsOnce(services, mailed, email);
  });

/** True if the picture became visible; pictures that operators restored don't count. */
const isNewlyShown = (before: ArtworkItem | undefined, work: ArtworkItem) =>
  isShownTo(undefined, work) &&
  !before?.blocked &&
  (!before || !isShownTo(undefined, before) || before.mediaId !== work.mediaId);
