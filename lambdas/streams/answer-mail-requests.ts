import type { DynamoDBStreamEvent } from "aws-lambda";
import { EntityFormatter } from "dynamodb-toolbox/entity/actions/format";
import { answerMailRequest } from "../auth/answer-mail-request.ts";
import { MailRequestEntity } from "../auth/mail-request.entity.ts";
import type { MailServices } from "../mail/mail-once.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { consume } from "./consume.ts";
import { unmarshallImage } from "./unmarshall-image.ts";

/** Mails the links that were asked for. */
export const answerMailRequests = (event: DynamoDBStreamEvent, services: BaseServices & MailServices) =>
  consume(event, services, async ({ eventName, dynamodb }) => {
    if (eventName !== "INSERT" || !dynamodb?.Keys?.pk?.S?.startsWith("MR#")) return;
    const item = unmarshallImage(dynamodb.NewImage);
    if (item) await answerMailRequest(services, MailRequestEntity.build(EntityFormatter).format(item));
  });
