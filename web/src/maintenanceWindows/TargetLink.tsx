/** What a window is for, with a link to it. */
import { TextLink } from "../ui/links";
import { windows as words } from "./messages";
import type { TargetType } from "./targets";
import type { MaintenanceWindow } from "./values";

export function TargetLink({ window }: { window: MaintenanceWindow }) {
  const type = window.target_type as TargetType;
  const text = `${words.targetTypes[type] ?? type}: ${window.target_name}`;
  const id = String(window.target);
  switch (type) {
    case "agent":
      return window.agent_id ? (
        <TextLink to="/agents/$agentId" params={{ agentId: window.agent_id }} size="sm">
          {text}
        </TextLink>
      ) : (
        text
      );
    case "policy":
      return (
        <TextLink to="/policies/$policyId" params={{ policyId: id }} size="sm">
          {text}
        </TextLink>
      );
    case "view":
      return (
        <TextLink to="/views/$viewId" params={{ viewId: id }} size="sm">
          {text}
        </TextLink>
      );
    default:
      return (
        <TextLink to="/agents" search={{ [type]: id }} size="sm">
          {text}
        </TextLink>
      );
  }
}
