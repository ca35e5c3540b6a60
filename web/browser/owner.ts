/** The first person of an installation: sets it up and signs in as one does. */
import type { Person } from "./chromium.ts";
import type { Muster } from "./muster.ts";
import { totp } from "./totp.ts";

export const owner = { username: "olivia", password: "correct horse battery" };

/** From the empty server to signed in, through the pages. Gives the secret of the codes. */
export async function setUp(person: Person, muster: Muster): Promise<string> {
  const { page } = person;
  await page.goto(".");
  await page.getByLabel("One-time code").fill(muster.setupCode());
  await page.getByLabel("User name").fill(owner.username);
  await page.getByLabel(/^Password/).fill(owner.password);
  await page.getByRole("button", { name: "Create the account" }).click();
  await givePassword(person);
  const secret = (await page.locator("code").first().textContent()) ?? "";
  await page.getByLabel("Code from your authenticator app").fill(totp(secret));
  return secret;
}

/** The first half of a sign-in. */
export async function givePassword({ page }: Person, who = owner): Promise<void> {
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("User name").fill(who.username);
  await page.getByLabel(/^Password/).fill(who.password);
  await page.getByRole("button", { name: "Continue" }).click();
}
