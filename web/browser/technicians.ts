/** Colleagues of the owner, with browsers of their own. */
import { type Person, somebody } from "./chromium.ts";
import { enrolQuietly } from "./owner.ts";
import type { Stage } from "./stage.ts";

/** What is needed to see who is there. */
const SEES = ["can_list_agents", "can_list_clients", "can_list_sites"];

/** An account with these rights besides, that nobody has signed in to. */
export async function addAccount(stage: Stage, username: string, rights: string[]) {
  const who = { username, password: "a long enough one" };
  const role = await stage.api<{ id: number }>("POST", "/accounts/roles/", {
    ...Object.fromEntries([...SEES, ...rights].map((right) => [right, true])),
    name: `Role of ${username}`,
  });
  await stage.api("POST", "/accounts/users/", { ...who, role: role.id });
  return who;
}

/** Somebody who has signed in to such an account. */
export async function addTechnician(
  stage: Stage,
  username: string,
  rights: string[],
): Promise<Person> {
  const session = await enrolQuietly(stage.muster, await addAccount(stage, username, rights));
  return somebody(stage.browser, stage.muster.url, { session });
}
