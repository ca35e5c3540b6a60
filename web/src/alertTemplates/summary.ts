/** What a template decides about and where it is set, in a few words. */
import type { AlertTemplate } from "../templateChoice/queries";
import { templates as words } from "./messages";

type Says = Pick<
  AlertTemplate,
  "agent_settings" | "check_settings" | "task_settings" | "core_settings"
>;

export function saysText(template: Says): string {
  const said = [
    template.agent_settings && words.saysAgents,
    template.check_settings && words.saysChecks,
    template.task_settings && words.saysTasks,
    template.core_settings && words.saysRecipients,
  ].filter(Boolean);
  return said.length === 0 ? words.saysNothing : said.join(", ");
}

type Where = Pick<AlertTemplate, "default_template" | "applied_count">;

export function whereText({ default_template, applied_count }: Where): string {
  const places = [
    default_template && words.isDefault,
    applied_count > 0 && words.places(applied_count),
  ].filter(Boolean);
  return places.length === 0 ? words.nowhere : places.join(", ");
}
