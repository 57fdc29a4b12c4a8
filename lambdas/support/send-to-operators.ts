import { createHash } from "node:crypto";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { $get } from "dynamodb-toolbox/entity/actions/update/symbols";
import { LIFETIMES } from "#shared/limits.ts";
import type { EmailTemplate } from "../mail/email-template.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { MessageEntity } from "./message.entity.ts";
import type { SupportServices } from "./services.ts";

interface Message {
  /** Sender and text; the same again is the same message. */
  readonly identity: readonly string[];
  /** The operators' answer goes there. */
  readonly replyTo: string;
  readonly email: (number: string) => EmailTemplate;
}

/**
 * Mails a message to the operators and answers its number. Sent again it keeps its number and isn't mailed twice;
 * where the mail couldn't go out the call fails, and the next try mails it.
 */
export async function sendToOperatorsOnce(
  { table, mail, now, newId }: SupportServices,
  { identity, replyTo, email }: Message,
) {
  const digest = createHash("sha256").update(JSON.stringify(identity)).digest("base64url");
  const expires = epochSeconds(now()) + LIFETIMES.sameMessage;
  const { Attributes } = await table.send(
    MessageEntity.build(UpdateItemCommand)
      .item({ digest, number: $get("number", newId()), expires: $get("expires", expires) })
      .options({ returnValues: "ALL_NEW" }),
  );
  if (!Attributes?.number) throw new Error("The table returned no number");
  if (Attributes.sent) return Attributes.number;
  await mail.sendToOperators(email(Attributes.number), replyTo);
  await table.send(MessageEntity.build(UpdateItemCommand).item({ digest, sent: true }));
  return Attributes.number;
}
