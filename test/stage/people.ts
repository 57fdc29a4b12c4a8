import { randomBytes } from "node:crypto";
import { deactivateUser, login, logout, signup, verifyToken } from "#shared/contract/auth.ts";
import { COOKIES } from "#shared/cookies.ts";
import { call, linkMailedTo, openStage, request, VARIABLES, waitFor } from "./stage.ts";

export interface Account {
  readonly userUsername: string;
  readonly userPassword: string;
}

/** A logged-in user. */
export interface Member extends Account {
  readonly userId: string;
  readonly token: string;
  readonly onboarded: boolean;
  /** The session's cookie, as a browser sends it to /auth. */
  readonly cookie: string;
  readonly setCookies: readonly string[];
}

/** Amazon's mailbox that takes every mail (https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html). */
const SIMULATOR = { name: "success", host: "simulator.amazonses.com" };

/** A form that no earlier run has used. */
export function newForm(isLaptop: boolean) {
  const id = randomBytes(6).toString("hex");
  const userPassword = `stage test ${randomBytes(9).toString("base64url")}`;
  return {
    userName: "Stage Test",
    userUsername: `stagetest_${id}`,
    userEmail: isLaptop ? `stagetest_${id}@ochre.test` : `${SIMULATOR.name}+${id}@${SIMULATOR.host}`,
    userPassword,
    userConfirm: userPassword,
  };
}

/** The account that an environment variable names as `username:password`. Throws a one-line error if it doesn't. */
function readAccount(variable: string): Account {
  const value = process.env[variable] ?? "";
  const colon = value.indexOf(":");
  if (colon < 1) throw new Error(`${variable} has to be username:password of an account of the stage.`);
  return { userUsername: value.slice(0, colon), userPassword: value.slice(colon + 1) };
}

/** A deployed stage's test accounts, which were created by hand and aren't deleted. */
export const existingAccounts = () => ({ artist: readAccount(VARIABLES.artist), buyer: readAccount(VARIABLES.buyer) });

/** Signs up and opens the link in the mail. */
async function signUp(): Promise<Account> {
  const form = newForm(true);
  await call(signup, { body: form });
  const link = new URL(await linkMailedTo(form.userEmail));
  await call(verifyToken, { params: { tokenId: decodeURIComponent(link.pathname.split("/").at(-1) ?? "") } });
  return form;
}

/** Logs in. Throws an error with any other response. */
export async function logIn({ userUsername, userPassword }: Account): Promise<Member> {
  const response = await request(login, { body: { userUsername, userPassword } });
  if (response.status !== login.status) {
    throw new Error(`The log-in of ${userUsername} answered ${response.status}: ${await response.text()}`);
  }
  const { accessToken, user } = login.returns.parse(await response.json());
  const setCookies = response.headers.getSetCookie();
  const cookie = setCookies.find((one) => one.startsWith(`${COOKIES.session}=`))?.split(";")[0] ?? "";
  const { id: userId, onboarded } = user;
  return { userUsername, userPassword, userId, token: accessToken, onboarded, cookie, setCookies };
}

/** Closes an account. It is refused for some seconds after a payment, until the list of open ones is up to date. */
const close = ({ userId, userPassword, token }: Member) =>
  waitFor(`the account ${userId} to close`, async () => {
    const { status } = await request(deactivateUser, { params: { userId }, body: { userPassword }, token });
    if (status !== 409 && status !== deactivateUser.status) throw new Error(`Closing ${userId} answered ${status}`);
    return status === deactivateUser.status || undefined;
  });

/** Deletes a run's data, the latest first. */
export function openCleanup() {
  const tasks: { readonly what: string; readonly undo: () => Promise<unknown> }[] = [];
  return {
    /** Adds an undo task, to be run at the end even after a failure. */
    add(what: string, undo: () => Promise<unknown>) {
      tasks.push({ what, undo });
    },
    /** Tries each task once. Throws naming those that failed. */
    async run() {
      const left: string[] = [];
      for (let task = tasks.pop(); task; task = tasks.pop()) {
        await task.undo().catch((problem: unknown) => left.push(`${task.what}: ${problem}`));
      }
      if (left.length > 0) throw new Error(`The stage still has ${left.join("; ")}`);
    },
  };
}

export type Cleanup = ReturnType<typeof openCleanup>;

/** An artist and a buyer: new accounts on a laptop, which are closed in the end, or a stage's test accounts. */
export async function openPeople(cleanup: Cleanup) {
  const { isLaptop } = await openStage();
  const open = async (account: Account) => {
    const member = await logIn(account);
    const { userUsername, cookie } = member;
    if (isLaptop) cleanup.add(`account ${userUsername}`, () => close(member));
    else cleanup.add(`a session of ${userUsername}`, () => call(logout, { cookie }));
    return member;
  };
  const accounts = isLaptop ? { artist: await signUp(), buyer: await signUp() } : existingAccounts();
  return { artist: await open(accounts.artist), buyer: await open(accounts.buyer) };
}
