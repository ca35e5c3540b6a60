/** What the form of a URL action holds, and what it sends. */
import type { Schema } from "../api/client";
import type { UrlAction, UrlActionPreset } from "./queries";

export interface UrlActionValues {
  name: string;
  desc: string;
  action_type: UrlAction["action_type"];
  pattern: string;
  rest_method: UrlAction["rest_method"];
  rest_body: string;
  rest_headers: string;
  /** Whether requests are signed. */
  signs: boolean;
  /** A new secret; empty keeps the stored one. */
  signing_secret: string;
}

export function valuesOf(stored?: UrlAction): UrlActionValues {
  return {
    name: stored?.name ?? "",
    desc: stored?.desc ?? "",
    action_type: stored?.action_type ?? "web",
    pattern: stored?.pattern ?? "",
    rest_method: stored?.rest_method ?? "post",
    rest_body: stored?.rest_body ?? "",
    rest_headers: stored?.rest_headers ?? "",
    signs: Boolean(stored?.signing_secret),
    signing_secret: "",
  };
}

/** The body of the request; a secret that stays as it is is left out. */
export function bodyOf({ signs, signing_secret, ...values }: UrlActionValues) {
  return { ...values, ...secretOf(signs, signing_secret) };
}

function secretOf(signs: boolean, typed: string): { signing_secret?: string | null } {
  if (!signs) return { signing_secret: null };
  return typed === "" ? {} : { signing_secret: typed };
}

/** A preset in place of what the form had; the name stays if there is one. */
export function withPreset(values: UrlActionValues, preset: UrlActionPreset): UrlActionValues {
  return {
    ...values,
    name: values.name || preset.name,
    action_type: "rest",
    pattern: preset.pattern,
    rest_method: preset.rest_method,
    rest_body: preset.rest_body,
    rest_headers: preset.rest_headers,
  };
}

/** What a test is about. */
export interface TestSubject {
  kind: Schema<"TestUrlAction">["run_instance_type"];
  id: string | null;
}

/** The body of a test: masked values are those of the stored action. */
export function testOf(values: UrlActionValues, subject: TestSubject, stored?: UrlAction) {
  return {
    pattern: values.pattern,
    rest_method: values.rest_method,
    rest_body: values.rest_body,
    rest_headers: values.rest_headers,
    run_instance_type: subject.kind,
    run_instance_id: subject.kind === "none" ? null : subject.id,
    id: stored?.id ?? null,
    ...secretOf(values.signs, values.signing_secret),
  };
}

/** 32 random bytes in hexadecimal. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
