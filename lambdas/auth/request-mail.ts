import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { LIFETIMES } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { MailRequestEntity } from "./mail-request.entity.ts";
import type { AuthServices } from "./services.ts";

/** Leaves a link to the table's stream, so that the answer takes the same time whether the address has an account or not. */
export const requestMail = (
  { table, newId, now }: AuthServices,
  kind: "forgot" | "resend",
  email: string,
  username?: string,
) =>
  table.send(
    MailRequestEntity.build(PutItemCommand).item({
      requestId: newId(),
      kind,
      email,
      ...(username === undefined ? {} : { username }),
      expires: epochSeconds(now()) + LIFETIMES.mailRequest,
    }),
  );
