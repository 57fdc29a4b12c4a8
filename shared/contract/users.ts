import * as z from "zod/mini";
import { LIMITS } from "../limits.ts";
import { SessionUser } from "../model/account.ts";
import { ArtworkCard, OWN_ARTWORK_SORTS, OwnArtworkCard, Profile, UploadCard } from "../model/artwork.ts";
import { BillingForm, SellingForm } from "../model/billing.ts";
import { DataExport } from "../model/data-export.ts";
import { UserId } from "../model/ids.ts";
import { NoticeSwitchName } from "../model/notifications.ts";
import { choice, lookupText, pageQuery, pageSchema, requiredText, ToastMessage } from "../model/primitives.ts";
import { PreferencesForm, ProfileChange } from "../model/profile.ts";
import { Settings } from "../model/settings.ts";
import { route } from "../route.ts";

/** A lookup: any text that fits a key is a valid question. */
const usernameParams = z.object({ username: lookupText() });
const selfParams = z.object({ userId: UserId });

export const readUser = route({
  method: "GET",
  path: "/api/users/{username}",
  access: "public",
  optionalAuth: true,
  params: usernameParams,
  status: 200,
  returns: Profile,
  fails: ["user_not_found"],
});

/** A user's visible artwork, newest first. */
export const listUserArtwork = route({
  method: "GET",
  path: "/api/users/{username}/artwork",
  access: "public",
  params: usernameParams,
  query: pageQuery(),
  status: 200,
  returns: pageSchema(ArtworkCard),
  fails: ["user_not_found"],
});

/** Everything of the caller's that isn't deleted, newest first. */
export const listMyArtwork = route({
  method: "GET",
  path: "/api/users/{userId}/my_artwork",
  access: "self",
  params: selfParams,
  query: z.extend(pageQuery(), {
    /** Numbers descend. */
    sort: z._default(choice(OWN_ARTWORK_SORTS), "newest"),
    /** Words of the title or of what the picture shows. */
    q: z.optional(requiredText(LIMITS.searchQuery.max)),
  }),
  status: 200,
  returns: pageSchema(OwnArtworkCard),
});

/** The caller's pictures, newest first. */
export const listUploads = route({
  method: "GET",
  path: "/api/users/{userId}/uploads",
  access: "self",
  params: selfParams,
  query: pageQuery(),
  status: 200,
  returns: pageSchema(UploadCard),
});

export const readSettings = route({
  method: "GET",
  path: "/api/users/{userId}/settings",
  access: "self",
  params: selfParams,
  status: 200,
  returns: Settings,
});

/** Changes the profile's named fields; the answer has the session's updated user. */
export const updateUser = route({
  method: "PATCH",
  path: "/api/users/{userId}",
  access: "self",
  whileSuspended: "refused",
  audit: "account.profile",
  throttled: "profile",
  params: selfParams,
  body: ProfileChange,
  status: 200,
  returns: z.extend(ToastMessage, { user: SessionUser }),
  fails: ["media_not_found", "media_not_ready", "media_failed", "media_used"],
});

export const updatePreferences = route({
  method: "PATCH",
  path: "/api/users/{userId}/preferences",
  access: "self",
  whileSuspended: "allowed",
  audit: "account.preferences",
  throttled: "profile",
  params: selfParams,
  body: PreferencesForm,
  status: 200,
  returns: ToastMessage,
});

/**
 * Switches off one kind of mail for the owner of the mailed link. Mail programs call it directly with their own form body
 * (https://www.rfc-editor.org/rfc/rfc8058), so the reader needs no log-in. Safe to repeat.
 */
export const unsubscribe = route({
  method: "POST",
  path: "/api/unsubscribe/{userId}/{notice}/{unsubscribeKey}",
  access: "public",
  audit: "account.unsubscribe",
  params: z.object({ userId: UserId, notice: NoticeSwitchName, unsubscribeKey: lookupText() }),
  ignoresBody: true,
  status: 200,
  returns: z.object({ unsubscribed: z.literal(true) }),
  fails: ["link_expired"],
});

/** Stores the billing details that checkout starts with. */
export const updateBilling = route({
  method: "PATCH",
  path: "/api/users/{userId}/billing",
  access: "self",
  effects: ["billing"],
  whileSuspended: "allowed",
  audit: "account.billing",
  throttled: "profile",
  params: selfParams,
  body: BillingForm,
  status: 200,
  returns: ToastMessage,
});

/** Changes the seller's details on receipts and invoices; an empty field is cleared. */
export const updateSelling = route({
  method: "PATCH",
  path: "/api/users/{userId}/selling",
  access: "self",
  effects: ["billing"],
  whileSuspended: "allowed",
  audit: "account.billing",
  throttled: "profile",
  params: selfParams,
  body: SellingForm,
  status: 200,
  returns: ToastMessage,
});

/** The caller's latest data export. */
export const readExport = route({
  method: "GET",
  path: "/api/users/{userId}/export",
  access: "self",
  params: selfParams,
  status: 200,
  returns: DataExport,
});

/** Starts a data export in the background; a mail announces it when it is ready. */
export const requestExport = route({
  method: "POST",
  path: "/api/users/{userId}/export",
  access: "self",
  audit: "account.request_export",
  throttled: "dataExport",
  effects: ["export"],
  whileSuspended: "allowed",
  params: selfParams,
  status: 201,
  returns: DataExport,
  fails: ["export_too_soon"],
});

/** A signed link to the export, valid for a minute. */
export const downloadExport = route({
  method: "POST",
  path: "/api/users/{userId}/export/download",
  access: "self",
  audit: "account.download_export",
  effects: ["export"],
  whileSuspended: "allowed",
  params: selfParams,
  status: 200,
  returns: z.object({ redirect: z.string() }),
  fails: ["export_not_found"],
});
