import { ChakraProvider } from "@chakra-ui/react";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { createPortal } from "react-dom";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { FAILURES } from "#shared/failures.ts";
import { MESSAGES } from "#shared/messages.ts";
import { FullName } from "#shared/model/account.ts";
import { ArtworkForm } from "#shared/model/artwork.ts";
import { ApiError } from "#web/api/response.ts";
import { system } from "#web/theme/system.ts";
import { ChoiceField } from "#web/ui/form/choice-field.tsx";
import { Form, SubmitButton } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { TextAreaField, TextField } from "#web/ui/form/text-field.tsx";
import { useContractForm } from "#web/ui/form/use-contract-form.ts";

afterEach(cleanup);

interface Filled {
  readonly artworkTitle: string;
  readonly artworkPersonal: number;
}

const DEFAULTS = {
  artworkTitle: "Nine suns",
  artworkDescription: "",
  artworkAvailability: "available",
  artworkType: "commercial",
  artworkLicense: "personal",
  artworkPersonal: 45,
  artworkVisibility: "visible",
} as const;

function Example({ onSubmit }: { readonly onSubmit: (values: Filled) => Promise<unknown> }) {
  const form = useContractForm({ schema: ArtworkForm, defaultValues: DEFAULTS, onSubmit });
  return (
    <Form form={form} label="Artwork">
      <TextField name="artworkTitle" label="Title" max={70} hint="What it is called" />
      <TextAreaField name="artworkDescription" label="Description" max={300} optional />
      <NumberField name="artworkPersonal" label="Price" unit="$" />
      <ChoiceField
        name="artworkVisibility"
        label="Visibility"
        options={[
          { value: "visible", label: "Visible", text: "Everyone sees it" },
          { value: "invisible", label: "Invisible" },
        ]}
      />
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

function openForm(onSubmit: (values: Filled) => Promise<unknown> = async () => {}) {
  render(
    <ChakraProvider value={system}>
      <Example onSubmit={onSubmit} />
    </ChakraProvider>,
  );
  const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  return { user: userEvent.setup(), save, title: screen.getByLabelText<HTMLInputElement>("Title") };
}

describe("an error of a rule about two fields", () => {
  const Days = z
    .object({ from: z.string(), until: z.string().check(z.minLength(1, MESSAGES.required)) })
    .check(z.refine(({ from, until }) => from <= until, { path: ["from"], error: MESSAGES.startAfterEnd }));

  function DaysExample() {
    const form = useContractForm({
      schema: Days,
      defaultValues: { from: "", until: "2026-12-01" },
      onSubmit: async () => {},
    });
    return (
      <Form form={form} label="Days">
        <TextField name="from" label="First day" />
        <TextField name="until" label="Last day" />
        <SubmitButton>Save</SubmitButton>
      </Form>
    );
  }

  test("goes once the other field satisfies the rule, and shows no error that isn't due", async () => {
    render(
      <ChakraProvider value={system}>
        <DaysExample />
      </ChakraProvider>,
    );
    const user = userEvent.setup();
    const until = screen.getByLabelText("Last day");
    await user.type(screen.getByLabelText("First day"), "2026-12-05");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(MESSAGES.startAfterEnd);
    await user.type(until, "{Backspace}9");
    await waitFor(() => expect(screen.queryByText(MESSAGES.startAfterEnd)).toBeNull());
    expect(screen.queryByText(MESSAGES.required)).toBeNull();
  });
});

describe("the button", () => {
  test("is disabled while nothing changed, and again once a change is undone", async () => {
    const { user, save, title } = openForm();
    expect(save().disabled).toBe(true);
    await user.type(title, "!");
    expect(save().disabled).toBe(false);
    await user.type(title, "{Backspace}");
    expect(save().disabled).toBe(true);
  });

  test("is disabled while the form is being sent, so that it is sent once", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let sent = 0;
    const { user, save, title } = openForm(() => {
      sent += 1;
      return promise;
    });
    await user.type(title, "!");
    await user.click(save());
    await waitFor(() => expect(save().disabled).toBe(true));
    await user.click(save());
    resolve();
    await waitFor(() => expect(save().disabled).toBe(false));
    expect(sent).toBe(1);
  });
});

describe("the counter", () => {
  test("shows while the field has the focus and counts live", async () => {
    const { user, title } = openForm();
    expect(screen.queryByText("9/70")).toBeNull();
    await user.click(title);
    expect(screen.getByText("9/70")).toBeTruthy();
    await user.type(title, "ab");
    expect(screen.getByText("11/70")).toBeTruthy();
    await user.tab();
    expect(screen.queryByText("11/70")).toBeNull();
    expect(screen.getByText("0/300")).toBeTruthy();
  });
});

describe("an error", () => {
  test("of the contract's schema is shown at its field and is its accessible description", async () => {
    const { user, title } = openForm();
    await user.clear(title);
    await user.tab();
    const message = await screen.findByText(MESSAGES.required);
    expect(title.getAttribute("aria-invalid")).toBe("true");
    // The field references its message once that is rendered.
    await waitFor(() => expect(title.getAttribute("aria-describedby")?.split(" ")).toContain(message.id));
    // It takes the hint's place.
    expect(screen.queryByText("What it is called")).toBeNull();
  });

  test("of a name says that something in it cannot be seen", async () => {
    function Named() {
      const form = useContractForm({
        schema: z.object({ userName: FullName }),
        defaultValues: { userName: "" },
        onSubmit: async () => {},
      });
      return (
        <Form form={form} label="Name">
          <TextField name="userName" label="Full name" />
        </Form>
      );
    }
    render(
      <ChakraProvider value={system}>
        <Named />
      </ChakraProvider>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByLabelText("Full name"));
    await user.paste("Ada\u202Eecruos");
    await user.tab();
    expect(await screen.findByText(`${MESSAGES.invalid}: it contains invisible characters`)).toBeTruthy();
  });

  test("of a text over its limit says how long it can be", async () => {
    const { user, title } = openForm();
    await user.click(title);
    await user.paste("x".repeat(70));
    await user.tab();
    expect(await screen.findByText(`${MESSAGES.invalid}: it can have at most 70 characters`)).toBeTruthy();
  });

  test.each([
    ["9", MESSAGES.invalid],
    ["1001", MESSAGES.invalid],
    ["12.5", MESSAGES.notPositiveInteger],
    ["twelve", MESSAGES.notPositiveInteger],
    ["", MESSAGES.required],
  ])("of a price of '%s' is '%s'", async (price, message) => {
    const { user, save } = openForm();
    const field = screen.getByLabelText("Price");
    await user.clear(field);
    if (price) await user.type(field, price);
    await user.click(save());
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test("of the server is shown at its field, which gets the focus", async () => {
    const { status, message } = FAILURES.commercial_unavailable;
    const { user, save, title } = openForm(async () => {
      throw new ApiError({ status, code: "commercial_unavailable", message, fields: { artworkTitle: "Taken" } });
    });
    await user.type(title, "!");
    await user.click(save());
    const shown = await screen.findByText("Taken");
    await waitFor(() => expect(title.getAttribute("aria-describedby")?.split(" ")).toContain(shown.id));
    expect(document.activeElement).toBe(title);
    expect(save().disabled).toBe(false);
  });

  test("of the server about a field that isn't shown is shown above the form", async () => {
    const { user, save, title } = openForm(async () => {
      throw new ApiError({
        status: 422,
        code: "media_failed",
        message: "no",
        fields: { artworkMedia: "The picture couldn't be used. Choose another one" },
      });
    });
    await user.type(title, "!");
    await user.click(save());
    expect((await screen.findByRole("alert")).textContent).toBe("The picture couldn't be used. Choose another one");
  });
});

test("numbers are sent as numbers, and the contract fills in what follows from the choices", async () => {
  const sent: Filled[] = [];
  const { user, save } = openForm(async (values) => sent.push(values));
  const price = screen.getByLabelText("Price");
  await user.clear(price);
  await user.type(price, "120");
  await user.click(screen.getByRole("radio", { name: /^Invisible/ }));
  await user.click(save());
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    artworkPersonal: 120,
    artworkCommercial: 0,
    artworkVisibility: "invisible",
    artworkUse: "unavailable",
  });
});

describe("a submission sends what the controls show", () => {
  test("also after an autofill without an event", async () => {
    const sent: Filled[] = [];
    const { user, save, title } = openForm(async (values) => sent.push(values));
    await user.type(title, "!");
    screen.getByLabelText<HTMLInputElement>("Price").value = "50";
    screen.getByRole<HTMLInputElement>("radio", { name: "Invisible" }).checked = true;
    await user.click(save());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      artworkTitle: "Nine suns!",
      artworkPersonal: 50,
      artworkVisibility: "invisible",
    });
  });

  test("a field that was emptied is missing", async () => {
    const sent: Filled[] = [];
    const { user, save, title } = openForm(async (values) => sent.push(values));
    await user.type(title, "!");
    title.value = "";
    await user.click(save());
    await screen.findByText(MESSAGES.required);
    expect(sent).toEqual([]);
  });
});

test("a nested dialog's submission that bubbles through React doesn't submit this form", async () => {
  const sent: Filled[] = [];
  function WithDialog() {
    const form = useContractForm({
      schema: ArtworkForm,
      defaultValues: DEFAULTS,
      onSubmit: async (all) => sent.push(all),
    });
    return (
      <Form form={form} label="Artwork">
        <TextField name="artworkTitle" label="Title" />
        {createPortal(
          <form aria-label="Dialog" onSubmit={(event) => event.preventDefault()}>
            <button type="submit">Ask</button>
          </form>,
          document.body,
        )}
      </Form>
    );
  }
  render(
    <ChakraProvider value={system}>
      <WithDialog />
    </ChakraProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Title"), "!");
  await user.click(screen.getByRole("button", { name: "Ask" }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent).toEqual([]);
});
