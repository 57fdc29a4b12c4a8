import { verifyLicense } from "#shared/contract/licenses.ts";
import { fail } from "../../../runtime/failure.ts";
import { handle } from "../../../runtime/handle.ts";
import { throttleAddress } from "../../../throttle/throttle.ts";
import { findByFingerprint } from "./find-by-fingerprint.ts";
import type { LicensesServices } from "./services.ts";
import { verifiedLicenseOf } from "./verified-license.ts";

export const verifyLicenseHandler = handle(verifyLicense, async ({ body, sourceIp }, services: LicensesServices) => {
  const refused = await throttleAddress(services, "verifier", sourceIp);
  if (refused) return refused;
  const order = await findByFingerprint(services.table, body.licenseFingerprint);
  return order ? verifiedLicenseOf(order, body) : fail("license_not_found");
});
