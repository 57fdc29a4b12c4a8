import { MESSAGES } from "#shared/messages.ts";
import { findDuplicateLicense, type HeldLicense } from "#shared/rules/duplicate-licenses.ts";
import type { BaseServices } from "../../../platform/runtime/base-services.ts";
import { Failure, fail } from "../../../platform/runtime/failure.ts";
import type { OpenTable } from "../../../platform/table/marketplace-table.ts";
import { listLicenseOffers } from "../../artwork/cards.ts";
import { findShownArtwork } from "../../artwork/find-artwork.ts";
import { findOpenUser } from "../../users/open-account.ts";
import { isSuspended } from "../../users/suspension.ts";
import type { HoldingItem } from "./find-orders.ts";
import { computeLicenseKey, listPossibleLicenses } from "./license-key.ts";

/** The licence that a buyer asks for, and to which version. */
export interface WantedLicense extends HeldLicense {
  readonly artworkId: string;
  readonly versionId: string;
  readonly licenseAssignee?: string | undefined;
}

interface OfferServices extends Pick<BaseServices, "fees"> {
  readonly table: OpenTable;
}

/** The artwork as offered to this buyer, or the failure. */
export async function findOffered({ table, fees }: OfferServices, artworkId: string, buyerId: string) {
  const artwork = await findShownArtwork(table, artworkId, buyerId);
  if (!artwork) return fail("artwork_not_found");
  if (artwork.ownerId === buyerId) return fail("own_artwork");
  const options = listLicenseOffers(artwork, fees);
  return options.length === 0 ? fail("artwork_unavailable") : { artwork, options };
}

/** The wanted licence as the current version offers it, with its price in cents and its seller, or the failure. */
export async function findOption(services: OfferServices, wanted: WantedLicense, buyerId: string) {
  const offered = await findOffered(services, wanted.artworkId, buyerId);
  if (offered instanceof Failure) return offered;
  const { artwork, options } = offered;
  if (artwork.versionId !== wanted.versionId) return fail("artwork_moved");
  if (artwork.exclusiveOrder) return fail("artwork_reserved");
  const option = options.find(({ licenseType }) => licenseType === wanted.licenseType);
  if (!option) return fail("license_not_offered");
  const seller = await findOpenUser(services.table, artwork.ownerId);
  if (!seller) return fail("artwork_not_found");
  return isSuspended(seller) ? fail("purchases_disabled") : { artwork, licensePrice: option.licensePrice, seller };
}

/** The licences in force that could conflict with the wanted one; other companies' aren't needed. */
const listHeldLicenses = ({ licenses = {} }: Partial<HoldingItem> = {}, { licenseCompany }: HeldLicense) =>
  listPossibleLicenses(licenseCompany).filter((license) => licenses[computeLicenseKey(license)] !== undefined);

/** The reason why a buyer who holds these licences doesn't need the wanted one. */
export function findDuplicateProblem(holding: HoldingItem | undefined, wanted: HeldLicense) {
  const duplicate = findDuplicateLicense(wanted, listHeldLicenses(holding, wanted));
  if (!duplicate) return undefined;
  if (duplicate.message === MESSAGES.licenseCompanyExists) return fail("license_company_exists");
  return fail(
    duplicate.message === MESSAGES.licenseTypeSuperseded ? "license_type_superseded" : "license_already_exists",
  );
}
