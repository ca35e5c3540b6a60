/** A role as its form holds it. */
import type { Schema } from "../api/client";
import { ALL_RIGHTS, type Right } from "../session/rights";
import type { Role } from "./queries";

export interface RoleValues {
  name: string;
  is_superuser: boolean;
  require_2fa_for_remote: boolean;
  rights: Right[];
  clients: string[];
  sites: string[];
}

export function roleValues(role?: Role): RoleValues {
  return {
    name: role?.name ?? "",
    is_superuser: role?.is_superuser ?? false,
    require_2fa_for_remote: role?.require_2fa_for_remote ?? false,
    rights: role ? ALL_RIGHTS.filter((right) => role[right]) : [],
    clients: (role?.can_view_clients ?? []).map(String),
    sites: (role?.can_view_sites ?? []).map(String),
  };
}

export function roleBody(values: RoleValues): Schema<"NewRoleFields"> {
  const flags = Object.fromEntries(
    ALL_RIGHTS.map((right) => [right, values.rights.includes(right)]),
  );
  return {
    ...flags,
    name: values.name,
    is_superuser: values.is_superuser,
    require_2fa_for_remote: values.require_2fa_for_remote,
    can_view_clients: values.clients.map(Number),
    can_view_sites: values.sites.map(Number),
  };
}
