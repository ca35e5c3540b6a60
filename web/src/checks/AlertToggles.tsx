/** How people are notified of a failure: each way can be switched at once. */
import { Group } from "@mantine/core";
import {
  IconBell,
  IconBellFilled,
  IconMail,
  IconMailFilled,
  IconMessage,
  IconMessageFilled,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { IconAction } from "../ui/actions";
import { useAction } from "../ui/useAction";
import { checks as words } from "./messages";
import { nameOf } from "./order";
import { updateCheck } from "./queries";
import type { Check } from "./types";

type Way = keyof typeof words.alertWays;
type Template = NonNullable<Check["alert_template"]>;

type Icon = ComponentType<{ size: number }>;

/** Each way, its icon off and on, and what an alert template can decide about it. */
const WAYS: [way: Way, off: Icon, on: Icon, decided: keyof Template][] = [
  ["dashboard_alert", IconBell, IconBellFilled, "always_alert"],
  ["email_alert", IconMail, IconMailFilled, "always_email"],
  ["text_alert", IconMessage, IconMessageFilled, "always_text"],
];

interface AlertTogglesProps {
  check: Check;
  /** Why it cannot be changed here. */
  blocked?: string | undefined;
}

export function AlertToggles({ check, blocked }: AlertTogglesProps) {
  const name = nameOf(check);
  const change = useAction({
    act: ({ way, isOn }: { way: Way; isOn: boolean }) => updateCheck(check.id, { [way]: isOn }),
    done: (_, { way, isOn }) => (isOn ? words.alertOn : words.alertOff)(words.alertWays[way], name),
    refresh: [["checks"]],
  });
  return (
    <Group gap={2} wrap="nowrap">
      {WAYS.map(([way, Off, On, decided]) => {
        const template = check.alert_template;
        const always = template?.[decided];
        const isDecided = typeof always === "boolean";
        const changing = change.isPending && change.variables.way === way;
        const own = changing ? change.variables.isOn : (check[way] ?? false);
        const isOn = isDecided ? always : own;
        return (
          <IconAction
            key={way}
            right="can_manage_checks"
            blocked={isDecided ? words.decidedBy(template?.name ?? "") : blocked}
            label={words.alertOf(words.alertWays[way], name)}
            aria-pressed={isOn}
            variant={isOn ? "light" : "subtle"}
            color={isOn ? "teal" : "gray"}
            onClick={() => change.mutate({ way, isOn: !isOn })}
          >
            {isOn ? <On size={16} /> : <Off size={16} />}
          </IconAction>
        );
      })}
    </Group>
  );
}
