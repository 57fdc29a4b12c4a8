import type { DynamoDBStreamEvent } from "aws-lambda";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { TakedownEntity } from "../../areas/artwork/takedown.entity.ts";
import { emailTemplates } from "../../platform/mail/email-templates.ts";
import { type MailServices, mailOnce } from "../../platform/mail/mail-once.ts";
import type { BaseServices } from "../../platform/runtime/base-services.ts";
import { consume, unmarshallImage } from "./consume.ts";

/** Tells an owner that their artwork was taken down and why, and that it was restored. */
export const mailTakedowns = (event: DynamoDBStreamEvent, services: MailServices & BaseServices) =>
  consume(event, services, async ({ dynamodb }) => {
    if (!dynamodb?.Keys?.sk?.S?.startsWith("TD#")) return;
    const item = unmarshallImage(dynamodb.NewImage);
    if (!item) return;
    const { artworkId, takedownId, ownerId, title, reason, answeredAt } =
      TakedownEntity.build(EntityFormatter).format(item);
    const kind = answeredAt ? "artworkRestored" : "artworkTakenDown";
    const href = `${services.siteOrigin}/my_artwork`;
    const email = answeredAt
      ? emailTemplates.artworkRestored(href, title)
      : emailTemplates.artworkTakenDown(href, title, reason);
    // An answer ends all notices of an artwork at once, so it is mailed once.
    const what = answeredAt ? `${artworkId}#${answeredAt}` : takedownId;
    await mailOnce(services, ownerId, { key: `mail#${kind}#${what}`, kind }, email);
  });
