import * as z from "zod/mini";
import { BillingForm } from "./billing.ts";
import { ArtworkId, UserId } from "./ids.ts";
import { NoticeSwitches } from "./notifications.ts";
import { PreferencesForm } from "./profile.ts";

/** A user's own settings, with the field names of the forms that change them. */
export const Settings = z.object({
  id: UserId,
  userUsername: z.string(),
  userEmail: z.string(),
  /** True if the address is verified. */
  verified: z.boolean(),
  profile: z.object({
    userName: z.string(),
    userDescription: z.nullable(z.string()),
    userCountry: z.nullable(z.string()),
    avatar: z.nullable(z.string()),
    userLinks: z.array(z.string()),
    userPinned: z.array(ArtworkId),
    userBanner: z.nullable(ArtworkId),
  }),
  preferences: z.extend(PreferencesForm, { userNotices: NoticeSwitches }),
  /** Null until it was filled in. */
  billing: z.nullable(BillingForm),
  /** On receipts and invoices of sales; empty if not given. */
  selling: z.object({ sellerAddress: z.string(), sellerVat: z.string() }),
});
export type Settings = z.output<typeof Settings>;
