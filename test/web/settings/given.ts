import { screen, within } from "@testing-library/react";
import type { ListedSession } from "#shared/model/account.ts";
import type { DataExport } from "#shared/model/data-export.ts";
import { getNoticeSwitches } from "#shared/model/notifications.ts";
import type { Settings } from "#shared/model/settings.ts";
import { pageReply } from "../artwork/given.ts";
import { aUser } from "../support/fixtures.ts";
import { createSiteNetwork } from "../support/site.tsx";

export const SETTINGS_PATH = `/api/users/${aUser().id}`;

/** Without a country, because happy-dom loses a select's value that is set before it is mounted. */
export const aSettings = (over: Partial<Settings> = {}): Settings => ({
  id: aUser().id,
  userUsername: "ada.love",
  userEmail: "ada@example.org",
  verified: true,
  profile: {
    userName: "Ada Love",
    userDescription: "Paints numbers",
    userCountry: null,
    avatar: null,
    userLinks: [],
    userPinned: [],
    userBanner: null,
  },
  preferences: { userFavorites: true, userNotices: getNoticeSwitches(undefined) },
  billing: null,
  selling: { sellerAddress: "", sellerVat: "" },
  ...over,
});

export const aSession = (over: Partial<ListedSession> = {}): ListedSession => ({
  id: "this",
  browser: "Firefox on Linux",
  country: null,
  started: "2026-11-01T08:00:00.000Z",
  used: "2026-11-02T08:00:00.000Z",
  current: false,
  ...over,
});

export const anExport = (over: Partial<DataExport> = {}): DataExport => ({
  status: "none",
  done: 0,
  pictures: 0,
  leftOut: 0,
  bytes: 0,
  expires: null,
  again: null,
  ...over,
});

/** A network where Ada is signed in and has these settings, on a stage with payments. */
export function settingsNetwork(settings = aSettings(), features: Record<string, boolean> = { payments: true }) {
  const network = createSiteNetwork({ signedIn: true, features });
  network.on(`GET ${SETTINGS_PATH}/settings`, { status: 200, body: settings });
  network.on(`GET ${SETTINGS_PATH}/sessions`, { status: 200, body: { items: [aSession({ current: true })] } });
  network.on(`GET ${SETTINGS_PATH}/export`, { status: 200, body: anExport() });
  network.on(`GET ${SETTINGS_PATH}/following`, pageReply([]));
  network.on(`GET ${SETTINGS_PATH}/blocks`, pageReply([]));
  network.on(`GET /api/users/${settings.userUsername}/artwork`, pageReply([]));
  network.on(`GET ${SETTINGS_PATH}/payment_methods`, { status: 200, body: { items: [] } });
  network.on(`GET ${SETTINGS_PATH}/second_factor`, {
    status: 200,
    body: { totpCreated: null, passkeys: [], recoveryCodes: 0 },
  });
  return network;
}

export const notice = (message: string, more: object = {}) => ({
  status: 200,
  body: { message, expose: true, ...more },
});

export const toaster = () => screen.getByTestId("toaster").textContent;

/** The form of one section, once it is there. */
export const form = async (name: string) => within(await screen.findByRole("form", { name }));

export const isDisabled = (button: HTMLElement) => (button as HTMLButtonElement).disabled;
