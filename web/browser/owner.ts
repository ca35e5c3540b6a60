/** The first person of an installation: sets it up and signs in as one does. */
import type { Person } from "./chromium.ts";
import type { Muster } from "./muster.ts";
import { totp } from "./totp.ts";

export const owner = { username: "olivia", password: "correct horse battery" };

/** What a sign-in returns, and what the browser keeps of it. */
export interface Session {
  token: string;
  expiry: string;
  username: string;
  name: string;
}

/** From the empty server to signed in, through the pages. Returns the secret of the codes. */
export async function setUp(person: Person, muster: Muster): Promise<string> {
  const { page } = person;
  await page.goto(".");
  await page.getByLabel("One-time code").fill(await muster.setupCode());
  await page.getByLabel("User name").fill(owner.username);
  await page.getByLabel(/^Password/).fill(owner.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await givePassword(person);
  return enrolCode(person);
}

/** The first half of a sign-in. */
export async function givePassword({ page }: Person, who = owner): Promise<void> {
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("User name").fill(who.username);
  await page.getByLabel(/^Password/).fill(who.password);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The second half of the first sign-in: the secret goes into an app, which gives a code. */
export async function enrolCode({ page }: Person): Promise<string> {
  await page.getByRole("heading", { name: "Set up two-factor sign-in" }).waitFor();
  // In groups of four, as people type it.
  const shown = (await page.locator("code").first().textContent()) ?? "";
  const secret = shown.replaceAll(" ", "");
  await page.getByLabel("Code from your authenticator app").fill(totp(secret));
  await page.getByRole("heading", { name: "Save your recovery codes" }).waitFor();
  await page.getByRole("button", { name: "I have saved them" }).click();
  return secret;
}

/** The same without a browser, for stories that begin later. */
export async function signInQuietly(muster: Muster): Promise<Session> {
  await muster.call("POST", "/setup/", { ...owner, code: await muster.setupCode() });
  return enrolQuietly(muster, owner);
}

/** The first sign-in of somebody, without a browser. */
export async function enrolQuietly(muster: Muster, who: typeof owner): Promise<Session> {
  const { token } = await muster.call<{ token: string }>("POST", "/v2/checkcreds/", who);
  const { totp_key } = await muster.call<{ totp_key: string }>(
    "POST",
    "/accounts/users/setup_totp/",
    undefined,
    { Authorization: `Token ${token}` },
  );
  return muster.call("POST", "/v2/login/", { ...who, twofactor: totp(totp_key) });
}
