import { countryOf } from "#shared/countries.ts";
import { emailTemplates } from "../mail/email-templates.ts";
import { sendBestEffort } from "../mail/send-best-effort.ts";
import type { User } from "../users/find-user.ts";
import type { AuthServices } from "./services.ts";
import { browserIn, countryIn } from "./sessions.ts";

/** How a browser came: with its cookies and headers. */
export interface Visit {
  readonly cookies: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

type NotifyingServices = Pick<AuthServices, "mail" | "now" | "log" | "siteOrigin">;

/** Tells the owner of a log-in from a browser that the account doesn't know. */
export async function mailNewBrowser(services: NotifyingServices, user: User, { headers }: Pick<Visit, "headers">) {
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
    { kind: "newBrowser", userId: user.userId },
  );
}
