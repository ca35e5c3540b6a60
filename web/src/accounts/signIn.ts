/** The steps of signing in: password, then a code; the first time with a new secret. */
import { answer, api, type Schema } from "../api/client";
import type { Problem } from "../api/problem";
import { session } from "../session/session";

export interface Credentials {
  username: string;
  password: string;
}

export type Step =
  | { name: "password" }
  | { name: "code"; credentials: Credentials }
  | { name: "enrol"; credentials: Credentials; secret: Schema<"NewTotp"> }
  | { name: "codes"; codes: string[] };

/** Checks the password and says what comes next. */
export async function checkPassword(credentials: Credentials): Promise<Step> {
  const next = await answer(api.POST("/v2/checkcreds/", { body: credentials }));
  if (next.totp) return { name: "code", credentials };
  const headers = { Authorization: `Token ${next.token}` };
  const secret = await answer(api.POST("/accounts/users/setup_totp/", { headers }));
  // Enrolled in another window since the password was checked.
  if (typeof secret === "boolean") return { name: "code", credentials };
  return { name: "enrol", credentials, secret };
}

export async function signIn(credentials: Credentials, twofactor: string) {
  const begun = await answer(api.POST("/v2/login/", { body: { ...credentials, twofactor } }));
  session.begin(begun);
}

/**
 * The step after a successful sign-in, if there is one: the recovery codes of
 * somebody who has just set up two-factor sign-in. They can be made later on the
 * account page, so nobody is kept out when this fails.
 */
export async function afterSignIn(step: Step): Promise<Step | null> {
  if (step.name !== "enrol") return null;
  const body = { current_password: step.credentials.password };
  const { data } = await api
    .POST("/accounts/recoverycodes/", { body })
    .catch(() => ({ data: null }));
  return data ? { name: "codes", codes: data.codes } : null;
}

/** Whether this can be a recovery code: ten letters and digits, with or without the hyphen. */
export function isRecoveryCode(text: string): boolean {
  return /^[a-z0-9]{10}$/i.test(text.replace(/[\s-]/g, ""));
}

/** Whether the server did not take user name, password or code. */
export function isWrongCredentials({ status, code }: Pick<Problem, "status" | "code">): boolean {
  return status === 401 || code === "bad_credentials" || code === "invalid_credentials";
}

/** A long key as people read and type it: in groups of four. */
export function inGroups(key: string): string {
  return key.replace(/(.{4})(?=.)/g, "$1 ");
}

export async function signOut() {
  try {
    await api.POST("/logout/");
  } finally {
    session.end();
  }
}
