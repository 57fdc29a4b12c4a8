import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { MESSAGES } from "#shared/messages.ts";
import { aUser, failure } from "#test/web/support/fixtures.ts";
import { renderAt } from "#test/web/support/render-at.tsx";
import { createSiteNetwork, openSite } from "#test/web/support/site.tsx";
import { ReportButton } from "#web/features/help/report-button.tsx";
import { toast } from "#web/ui/toaster.tsx";

const NUMBER = "0198f3a1-0000-7000-8000-00000000cafe";

async function openTicket({ signedIn = true } = {}) {
  const opened = openSite("/faq", createSiteNetwork({ signedIn }));
  const main = await screen.findByRole("main");
  if (signedIn) await screen.findByRole("button", { name: "Profile menu" });
  await opened.user.click(await within(main).findByRole("button", { name: "Ask us" }));
  return { ...opened, dialog: await screen.findByRole("dialog") };
}

test("a question from the FAQ is sent to the operators and shows its ticket number", async () => {
  const { network, user, dialog } = await openTicket();
  network.on("POST /api/tickets", { status: 201, body: { ticketId: NUMBER } });
  await user.type(within(dialog).getByLabelText("What is it about?"), "My upload");
  await user.type(within(dialog).getByLabelText("What happened?"), "It stops.");
  await user.click(within(dialog).getByRole("button", { name: "Send" }));
  expect(await screen.findByText(NUMBER)).toBeTruthy();
  expect(screen.getByText(`We'll reply to ${aUser().email}.`)).toBeTruthy();
  expect(network.to("POST /api/tickets")[0]?.body).toEqual({ ticketTitle: "My upload", ticketBody: "It stops." });
});

test("a question that fails to send keeps its text and shows a toast", async () => {
  const { network, user, dialog } = await openTicket();
  network.on("POST /api/tickets", failure("internal"));
  await user.type(within(dialog).getByLabelText("What is it about?"), "My upload");
  await user.type(within(dialog).getByLabelText("What happened?"), "It stops.");
  await user.click(within(dialog).getByRole("button", { name: "Send" }));
  await vi.waitFor(() => expect(toast.current()?.text).toBe(MESSAGES.failedTicket));
  expect(within(dialog).getByLabelText<HTMLInputElement>("What is it about?").value).toBe("My upload");
});

test("a visitor sees a link to the log-in and the operators' address", async () => {
  const { dialog } = await openTicket({ signedIn: false });
  expect(within(dialog).getByRole("link", { name: "Log in" }).getAttribute("href")).toBe("/login");
  expect(
    within(dialog)
      .getByRole("link", { name: /^info@/ })
      .getAttribute("href"),
  ).toMatch(/^mailto:info@/);
});

test("the footer opens the same dialog", async () => {
  const { user } = openSite("/about");
  const footer = await screen.findByRole("contentinfo");
  await user.click(within(footer).getByRole("button", { name: "Ask us" }));
  expect(await screen.findByRole("dialog", { name: "Ask us" })).toBeTruthy();
});

test("a report that fails to send keeps its text and shows a toast", async () => {
  const network = createSiteNetwork();
  network.on("POST /api/notices", failure("internal"));
  vi.stubGlobal("fetch", network.fetch);
  const { user } = renderAt("/user/thief", <ReportButton what="this profile" by="someone" />);
  await user.click(screen.getByRole("button", { name: "Report this profile" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("What is wrong with it?"), "These are my pictures.");
  await user.type(within(dialog).getByLabelText("Your email"), "me@example.org");
  await user.click(within(dialog).getByRole("button", { name: "Report" }));
  await vi.waitFor(() => expect(toast.current()?.text).toBe(MESSAGES.failedReport));
  expect(within(dialog).getByDisplayValue("These are my pictures.")).toBeTruthy();
});

test("a report needs a reason and an address, and shows its ticket number", async () => {
  const network = createSiteNetwork();
  network.on("POST /api/notices", { status: 201, body: { noticeId: NUMBER } });
  vi.stubGlobal("fetch", network.fetch);
  const { user } = renderAt("/user/thief", <ReportButton what="this profile" by="someone" />);
  await user.click(screen.getByRole("button", { name: "Report this profile" }));
  const dialog = await screen.findByRole("dialog", { name: "Report this profile" });
  await user.type(within(dialog).getByLabelText("What is wrong with it?"), "These are my pictures.");
  await user.type(within(dialog).getByLabelText("Your email"), "me@");
  await user.click(within(dialog).getByRole("button", { name: "Report" }));
  expect(await within(dialog).findByText(MESSAGES.emailInvalid)).toBeTruthy();
  await user.type(within(dialog).getByLabelText("Your email"), "example.org");
  await user.click(within(dialog).getByRole("button", { name: "Report" }));
  expect(await screen.findByText(NUMBER)).toBeTruthy();
  expect(network.to("POST /api/notices")[0]?.body).toEqual({
    link: "/user/thief",
    reason: "These are my pictures.",
    email: "me@example.org",
  });
});
