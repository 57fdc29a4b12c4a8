import { pages, type RenderedPath } from "#shared/pages.ts";
import About from "#web/screens/about.tsx";
import Artwork from "#web/screens/artwork.tsx";
import Collection from "#web/screens/collection.tsx";
import Faq from "#web/screens/faq.tsx";
import Home from "#web/screens/home.tsx";
import HowItWorks from "#web/screens/how-it-works.tsx";
import LicenseInformation from "#web/screens/license-information.tsx";
import NotFound from "#web/screens/not-found.tsx";
import PrivacyPolicy from "#web/screens/privacy-policy.tsx";
import Search from "#web/screens/search.tsx";
import StartBuying from "#web/screens/start-buying.tsx";
import StartSelling from "#web/screens/start-selling.tsx";
import Tag from "#web/screens/tag.tsx";
import TermsOfService from "#web/screens/terms-of-service.tsx";
import User from "#web/screens/user.tsx";
import Verifier from "#web/screens/verifier.tsx";
import type { Screens } from "#web/screens.ts";

const RENDERED: Pick<Screens, RenderedPath | "/404"> = {
  "/": Home,
  "/artwork/:id": Artwork,
  "/user/:id": User,
  "/collection/:id": Collection,
  "/tag/:id": Tag,
  "/search": Search,
  "/how_it_works": HowItWorks,
  "/start_selling": StartSelling,
  "/start_buying": StartBuying,
  "/license_information": LicenseInformation,
  "/about": About,
  "/faq": Faq,
  "/privacy_policy": PrivacyPolicy,
  "/terms_of_service": TermsOfService,
  "/verifier": Verifier,
  "/404": NotFound,
};

function NotRendered(): never {
  throw new Error("This page isn't rendered on a server");
}

/** The screens that a server renders, imported statically; rendering any other one fails. */
export const renderedScreens: Screens = {
  ...(Object.fromEntries(pages.map(({ path }) => [path, NotRendered])) as unknown as Screens),
  ...RENDERED,
};
