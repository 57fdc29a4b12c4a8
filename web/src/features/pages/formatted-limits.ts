import { formatFee, formatFileSize, formatPrice } from "#shared/format.ts";
import { LIFETIMES } from "#shared/lifetimes.ts";
import { FEES, LIMITS } from "#shared/limits.ts";
import { PASSWORD_ATTEMPTS } from "#shared/throttles.ts";
import { dimensionsLabel } from "#web/ui/labels.ts";

const DAY = 24 * 60 * 60;
const HOUR = 60 * 60;

/** The product's limits, formatted for texts. */
export const FORMATTED_LIMITS = {
  sellerFee: formatFee(FEES.seller),
  buyerFee: formatFee(FEES.buyer),
  lowestPrice: formatPrice(LIMITS.price.min),
  highestPrice: formatPrice(LIMITS.price.max),
  fileSize: formatFileSize(LIMITS.artworkFile.maxBytes),
  pixels: `${dimensionsLabel(LIMITS.artworkFile.minWidth, LIMITS.artworkFile.minHeight)} pixels`,
  avatarSize: formatFileSize(LIMITS.avatarFile.maxBytes),
  avatarPixels: `${dimensionsLabel(LIMITS.avatarFile.width, LIMITS.avatarFile.height)} pixels`,
  linkHours: LIFETIMES.verificationLink / HOUR,
  restMinutes: PASSWORD_ATTEMPTS.unknownBrowsers.quiet / 60,
  knownBrowserDays: LIFETIMES.knownBrowser / DAY,
  sessionDays: LIFETIMES.refreshToken / DAY,
  notificationDays: LIFETIMES.readNotification / DAY,
  exportDays: LIFETIMES.dataExport / DAY,
  unusedUploadHours: LIFETIMES.unusedMedia / HOUR,
  originalLinkSeconds: LIFETIMES.originalLink,
  fingerprintLength: LIMITS.licenseFingerprint.length,
} as const;

/** The file formats that a stage accepts. */
export const fileKinds = (gif: boolean) => (gif ? "JPEG, PNG or GIF" : "JPEG or PNG");
