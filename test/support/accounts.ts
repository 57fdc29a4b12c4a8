import { login, signup, verifyToken } from "#shared/contract/auth.ts";
import { COOKIES } from "#shared/cookies.ts";
import type { Api } from "./start-api.ts";

export const PASSWORD = "correct horse battery";

let people = 0;

/** A separate IP address per account, so that limits by address don't interfere. */
const buildAddress = (nth: number) => `10.0.${Math.floor(nth / 250)}.${(nth % 250) + 1}`;

/** The value of the session cookie that a response sets. */
export const findJid = (cookies: readonly string[]) =>
  /^jid=([^;]*)/.exec(cookies.find((cookie) => cookie.startsWith(`${COOKIES.session}=`)) ?? "")?.[1] ?? "";

/** A request with the session cookie. */
export const withJid = (jid: string) => ({ cookies: [`${COOKIES.session}=${jid}`] });

/** Creates accounts through the API and the mailbox. */
export function createAccounts(api: Api) {
  const buildForm = (facts: Partial<{ userUsername: string; userEmail: string; userPassword: string }> = {}) => {
    const nth = ++people;
    const userPassword = facts.userPassword ?? PASSWORD;
    const base = { userName: "Ada Painter", userUsername: `ada_${nth}_user`, userEmail: `ada${nth}@ochre.test` };
    return { ...base, ...facts, userPassword, userConfirm: userPassword };
  };

  /** Mails to an address, newest first. */
  const mailsTo = (email: string) => api.mails().filter(({ to }) => to === email);

  /** Token of the newest link mailed to an address. */
  const readMailedToken = (email: string) => {
    const link = mailsTo(email)[0]?.links[0] ?? "";
    return decodeURIComponent(new URL(link).pathname.split("/").at(-1) ?? "");
  };

  /** An unverified account. */
  async function createUnverifiedAccount(facts: Parameters<typeof buildForm>[0] = {}) {
    const form = buildForm(facts);
    const { status } = await api.call(signup, { body: form, from: buildAddress(people) });
    if (status !== 201) throw new Error(`Signing up answered ${status}`);
    return { ...form, tokenId: readMailedToken(form.userEmail) };
  }

  /** A verified account. */
  async function createVerifiedAccount(facts: Parameters<typeof buildForm>[0] = {}) {
    const account = await createUnverifiedAccount(facts);
    const { status } = await api.call(verifyToken, { params: { tokenId: account.tokenId } });
    if (status !== 200) throw new Error(`Verifying answered ${status}`);
    return account;
  }

  /** Logs in and returns the access token, the user and the session cookie's `jid`. */
  async function logIn(userUsername: string, userPassword: string = PASSWORD) {
    const { status, body, cookies } = await api.call(login, { body: { userUsername, userPassword } });
    if (status !== 200) throw new Error(`Logging in answered ${status}`);
    return { token: body.accessToken, user: body.user, userId: body.user.id as string, jid: findJid(cookies) };
  }

  /** A verified account, logged in. */
  async function createSignedInAccount(facts: Parameters<typeof buildForm>[0] = {}) {
    const account = await createVerifiedAccount(facts);
    const session = await logIn(account.userUsername, account.userPassword);
    return { ...account, ...session, self: { token: session.token, params: { userId: session.userId } } };
  }

  return {
    buildForm,
    mailsTo,
    readMailedToken,
    createUnverifiedAccount,
    createVerifiedAccount,
    logIn,
    createSignedInAccount,
  };
}

export type Account = Awaited<ReturnType<ReturnType<typeof createAccounts>["createSignedInAccount"]>>;
