import { PutItemCommand } from "dynamodb-toolbox/entity/actions/put";
import { beginTotp } from "#shared/contract/second-factor.ts";
import { LIFETIMES } from "#shared/limits.ts";
import { epochSeconds } from "../runtime/epoch-seconds.ts";
import { fail } from "../runtime/failure.ts";
import { handle } from "../runtime/handle.ts";
import type { SecondFactorServices } from "./services.ts";
import { PendingTotpEntity } from "./totp.entity.ts";
import { encryptSecret, findTotp, newTotpSecret, totpAddress } from "./totp.ts";

export const beginTotpHandler = handle(beginTotp, async ({ owner }, services: SecondFactorServices) => {
  const { table, secondFactor, now } = services;
  const { userId, name } = owner;
  if (await findTotp(table, userId)) return fail("totp_exists");
  const secret = newTotpSecret();
  const encrypted = await encryptSecret(secondFactor, userId, secret);
  const expires = epochSeconds(now()) + LIFETIMES.pendingTotp;
  await table.send(PendingTotpEntity.build(PutItemCommand).item({ userId, encrypted, expires }));
  return { secret, address: totpAddress(secret, name) };
});
