import type { Page } from "playwright-core";
import type { Person } from "./marketplace.ts";

/** Form values of a new person; usernames must be unique across files. */
export const buildPerson = (userName: string, userUsername: string): Person => ({
  userName,
  userUsername,
  userEmail: `${userUsername}@ochre.test`,
  password: "two herons and a boat",
});

/** Fills in and submits the log-in form. */
export async function submitLogin(page: Page, login: string, password: string) {
  await page.getByLabel("Username or email").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Logs in and waits for the session. */
export async function logIn(page: Page, { userUsername, password }: Pick<Person, "userUsername" | "password">) {
  await page.goto("/login");
  await submitLogin(page, userUsername, password);
  await page.waitForURL("**/");
  await page.getByRole("button", { name: "Profile menu" }).waitFor();
}

/** The form of one section of the settings. */
export const getSettingsForm = (page: Page, name: string) => page.getByRole("form", { name, exact: true });

/** Waits for a toast. */
export const waitForToast = (page: Page, text: string) => page.getByTestId("toaster").getByText(text).waitFor();
