import { countryOf } from "#shared/countries.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import type { User } from "../users/find-user.ts";
import { isNewBrowser } from "./known-browsers.ts";
import type { AuthServices } from "./services.ts";
import { browserIn, countryIn } from "./sessions.ts";

/** How a browser came: with its cookies and headers. */
export interface Visit {
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

type NotifyingServices = Pick<AuthServices, "table" | "mail" | "now" | "log" | "siteOrigin">;

/**
 * Tells the owner of a log-in from a browser that the account doesn't know; call it before the browser becomes known. The
 * first one of all is told nobody: it follows the sign-up.
 */
export async function mailNewBrowser(services: NotifyingServices, user: User, { cookies, headers }: Visit) {
  if (!(await isNewBrowser(services, user.userId, cookies))) return;
  const country = countryIn(headers);
  const visit = {
    browser: browserIn(headers) ?? "Unknown",
    country: country && (countryOf(country)?.name ?? country),
    at: services.now(),
  };
  await sendBestEffort(
    services,
    user.email,
    emailTemplates.newBrowser(`${services.siteOrigin}/forgot_password`, visit),
  );
}
