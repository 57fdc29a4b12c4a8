import { createHash, randomBytes } from "node:crypto";
import { GetItemCommand } from "dynamodb-toolbox/entity/actions/get";
import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { DeleteTransaction } from "dynamodb-toolbox/entity/actions/transactDelete";
import { UpdateItemCommand } from "dynamodb-toolbox/entity/actions/update";
import { LIFETIMES } from "#shared/limits.ts";
import type { BaseServices } from "../runtime/base-services.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { held } from "../table/held.ts";
import type { OpenTable } from "../table/marketplace-table.ts";
import type { User } from "../users/find-user.ts";
import { MailedTokenEntity } from "./mailed-token.entity.ts";

interface TokenServices extends Pick<BaseServices, "now"> {
  readonly table: OpenTable;
}

const LIVES = { verification: LIFETIMES.verificationLink, reset: LIFETIMES.resetLink } as const;

/** What a token is for, whose it is and the secret that was mailed. */
export interface TokenParts {
  readonly purpose: keyof typeof LIVES;
  readonly userId: string;
  readonly secret: string;
}

/** 256 random bits that fit into a path. */
export const newSecret = () => randomBytes(32).toString("base64url");

/** Of all its parts: a token for one purpose or user is none for another. */
const digestOf = ({ purpose, userId, secret }: TokenParts) =>
  createHash("sha256").update(`${purpose}\n${userId}\n${secret}`).digest("base64url");

type Owner = Pick<User, "userId" | "email" | "notBefore">;

/** Makes a token for a user's present address and password; answers with the secret, which is stored nowhere. */
export async function issueToken({ table, now }: TokenServices, purpose: TokenParts["purpose"], owner: Owner) {
  const { userId, email, notBefore } = owner;
  const secret = newSecret();
  const digest = digestOf({ purpose, userId, secret });
  const expires = epochSeconds(now()) + LIVES[purpose];
  await table.send(
    MailedTokenEntity.build(PutItemCommand).item({
      digest,
      email,
      expires,
      ...(notBefore === undefined ? {} : { notBefore }),
    }),
  );
  return secret;
}

/** Whether the token is there, hasn't expired and went to the user's present address, for the present password. */
export async function isGoodToken({ table, now }: TokenServices, parts: TokenParts, { email, notBefore }: Owner) {
  const key = { digest: digestOf(parts) };
  const { Item } = await table.send(MailedTokenEntity.build(GetItemCommand).key(key).options({ consistent: true }));
  return Item && Item.expires > epochSeconds(now()) && Item.email === email && Item.notBefore === notBefore;
}

/**
 * Takes the token for one attempt to use it, which has some seconds; the token itself stays until it has been used up.
 * False while another attempt has it, or when it is gone.
 */
export function startAttempt({ table, now }: TokenServices, parts: TokenParts) {
  const at = epochSeconds(now());
  const start = MailedTokenEntity.build(UpdateItemCommand)
    .item({ digest: digestOf(parts), attempt: at + LIFETIMES.resetAttempt })
    .options({
      condition: {
        and: [
          { attr: "email", exists: true },
          {
            or: [
              { attr: "attempt", exists: false },
              { attr: "attempt", lt: at },
            ],
          },
        ],
      },
    });
  return held(table.send(start));
}

/** Uses the token up, in the same transaction as what it was for: once, whoever else has it too. */
export const useUp = (parts: TokenParts) => ({
  write: MailedTokenEntity.build(DeleteTransaction)
    .key({ digest: digestOf(parts) })
    .options({ condition: { attr: "email", exists: true } }),
  otherwise: "link_expired" as const,
});
