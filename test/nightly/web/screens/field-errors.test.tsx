import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { SETTINGS_PATH, settingsNetwork } from "#test/web/settings/given.ts";
import { failure } from "#test/web/support/fixtures.ts";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";

interface AccountForm {
  readonly path: string;
  /** The form's accessible name where its page has several. */
  readonly name?: string;
  readonly action: string;
  readonly call: string;
  /** Label of each field, by its name in the contract, and what is typed into it. */
  readonly fields: Readonly<Record<string, readonly [label: string, text: string]>>;
}

const PASSWORD = ["Password", "0123456789"] as const;
const CONFIRM = ["Confirm password", "0123456789"] as const;
const EMAIL = ["Email", "ada@example.org"] as const;
const LOGIN = ["Username or email", "ada.love"] as const;
const CURRENT = ["Current password", "0123456789"] as const;
const NEW_EMAIL = ["New email", "new@example.org"] as const;

const FORMS: readonly AccountForm[] = [
  {
    path: "/signup",
    action: "Sign up",
    call: "POST /auth/signup",
    fields: {
      userName: ["Full name", "Ada Love"],
      userUsername: ["Username", "ada.love"],
      userEmail: EMAIL,
      userPassword: PASSWORD,
      userConfirm: CONFIRM,
    },
  },
  {
    path: "/login",
    action: "Log in",
    call: "POST /auth/login",
    fields: { userUsername: LOGIN, userPassword: PASSWORD },
  },
  {
    path: "/forgot_password",
    action: "Send link",
    call: "POST /auth/forgot_password",
    fields: { userEmail: EMAIL },
  },
  {
    path: "/resend_token",
    action: "Send link",
    call: "POST /auth/resend_token",
    fields: { userEmail: EMAIL },
  },
  {
    path: "/reset_password/user/u/token/t",
    action: "Change password",
    call: "POST /auth/reset_password/user/u/token/t",
    fields: { userPassword: PASSWORD, userConfirm: CONFIRM },
  },
  {
    path: "/update_email",
    action: "Change email",
    call: "POST /auth/update_email",
    fields: { userUsername: LOGIN, userPassword: PASSWORD, userEmail: NEW_EMAIL },
  },
  {
    path: "/settings/email",
    name: "Email",
    action: "Change email",
    call: `PATCH ${SETTINGS_PATH}/email`,
    fields: { userEmail: NEW_EMAIL, userCurrent: CURRENT },
  },
  {
    path: "/settings/password",
    name: "Password",
    action: "Change password",
    call: `PATCH ${SETTINGS_PATH}/password`,
    fields: {
      userCurrent: CURRENT,
      userPassword: ["New password", "0123456789"],
      userConfirm: ["Confirm new password", "0123456789"],
    },
  },
];

describe.each(FORMS)("the form that sends $call", ({ path, name, action, call, fields }) => {
  test("shows the API's message for each field at that field", async () => {
    const network = path.startsWith("/settings/") ? settingsNetwork() : createSiteNetwork();
    const refused = Object.fromEntries(Object.keys(fields).map((field) => [field, `The API refuses ${field}`]));
    network.on(call, failure("invalid_request", refused));
    const { user } = openSite(path, network);
    const form = await screen.findByRole("form", name ? { name } : {});
    const labelled = (label: string) => within(form).getByLabelText<HTMLInputElement>(label);
    for (const [label, text] of Object.values(fields)) await user.type(labelled(label), text);
    await user.click(within(form).getByRole("button", { name: action }));
    for (const [field, [label]] of Object.entries(fields)) {
      await waitFor(() => expect(labelled(label).getAttribute("aria-invalid")).toBe("true"));
      const place = labelled(label).closest("[data-part=root], .amplify-passwordfield");
      expect(place?.textContent).toContain(`The API refuses ${field}`);
    }
    expect(screen.getByTestId("toaster").textContent).toBe("");
  });
});
