import * as z from "zod/mini";
import { SessionUser } from "../model/account.ts";
import { ArtworkCard, OwnArtworkCard, Profile, UploadCard } from "../model/artwork.ts";
import { BillingForm, SellingForm } from "../model/billing.ts";
import { DataExport } from "../model/data-export.ts";
import { UserId } from "../model/ids.ts";
import { NoticeSwitchName } from "../model/notifications.ts";
import { lookupText, pageQuery, pageSchema, ToastMessage } from "../model/primitives.ts";
import { PreferencesForm, ProfileChange } from "../model/profile.ts";
import { Settings } from "../model/settings.ts";
import { route } from "../route.ts";

/** Looked up, not chosen: any text that fits a key is a legal question, whoever it names. */
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
  query: pageQuery(),
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

/** Changes what it names of the profile; the answer's user is the session's from now on. */
export const updateUser = route({
  method: "PATCH",
  path: "/api/users/{userId}",
  access: "self",
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
  audit: "account.preferences",
  throttled: "profile",
  params: selfParams,
  body: PreferencesForm,
  status: 200,
  returns: ToastMessage,
});

/**
 * Switches one kind of mail off for whoever has a link of such a mail. Mail programs call it themselves, with a form of their
 * own (https://www.rfc-editor.org/rfc/rfc8058), so that a reader needs no log-in. Safe to repeat.
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

/** Keeps whom purchases are billed to; checkout starts from it. */
export const updateBilling = route({
  method: "PATCH",
  path: "/api/users/{userId}/billing",
  access: "self",
  effects: ["billing"],
  audit: "account.billing",
  throttled: "profile",
  params: selfParams,
  body: BillingForm,
  status: 200,
  returns: ToastMessage,
});

/** Changes the caller's details on receipts and invoices of their sales; an empty field is taken away. */
export const updateSelling = route({
  method: "PATCH",
  path: "/api/users/{userId}/selling",
  access: "self",
  effects: ["billing"],
  audit: "account.billing",
  throttled: "profile",
  params: selfParams,
  body: SellingForm,
  status: 200,
  returns: ToastMessage,
});

/** The caller's latest archive of their own data. */
export const readExport = route({
  method: "GET",
  path: "/api/users/{userId}/export",
  access: "self",
  params: selfParams,
  status: 200,
  returns: DataExport,
});

/** Has the archive made in the background; a mail says when it is ready. */
export const requestExport = route({
  method: "POST",
  path: "/api/users/{userId}/export",
  access: "self",
  audit: "account.request_export",
  throttled: "dataExport",
  effects: ["export"],
  params: selfParams,
  status: 201,
  returns: DataExport,
  fails: ["export_too_soon"],
});

/** A signed link, good for a minute, to the archive. */
export const downloadExport = route({
  method: "POST",
  path: "/api/users/{userId}/export/download",
  access: "self",
  audit: "account.download_export",
  effects: ["export"],
  params: selfParams,
  status: 200,
  returns: z.object({ redirect: z.string() }),
  fails: ["export_not_found"],
});
