/** What the checks of a policy show, row by row. */
import { Group, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { agents } from "../agents/messages";
import { AlertToggles } from "../checks/AlertToggles";
import { CheckMenu } from "../checks/CheckMenu";
import { checks as words } from "../checks/messages";
import { nameOf } from "../checks/order";
import type { Check } from "../checks/types";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { TextLink } from "../ui/links";

export const policyCheckColumns: Column<Check>[] = [
  {
    id: "name",
    title: words.name,
    cell: (check) => <CheckName check={check} />,
    sort: nameOf,
  },
  {
    id: "platforms",
    title: words.platforms,
    wide: true,
    cell: platformsText,
    sort: platformsText,
  },
  {
    id: "tasks",
    title: words.tasks,
    wide: true,
    cell: ({ assignedtasks }) => assignedtasks.map(({ name }) => name).join(", "),
  },
  {
    id: "alerts",
    title: words.alerts,
    width: 110,
    wide: true,
    cell: (check) => <AlertToggles check={check} />,
  },
  {
    id: "actions",
    title: "",
    width: 90,
    align: "right",
    cell: (check) => <RowActions check={check} />,
  },
];

const PLATFORMS = 3;

function platformsText({ supported_platforms: supported = [] }: Check): string {
  if (supported.length === 0 || supported.length === PLATFORMS) return words.allPlatforms;
  return supported.map((one) => agents.platform[one] ?? one).join(", ");
}

function CheckName({ check }: { check: Check }) {
  const params = { policyId: String(check.policy), checkId: String(check.id) };
  return (
    <>
      <TextLink
        to="/policies/$policyId/checks/$checkId/status"
        params={params}
        size="md"
        fw={500}
        c="var(--mantine-color-text)"
      >
        {nameOf(check)}
      </TextLink>
      {check.name && (
        <Text size="xs" c="dimmed">
          {check.readable_desc}
        </Text>
      )}
    </>
  );
}

function RowActions({ check }: { check: Check }) {
  const navigate = useNavigate();
  const params = { policyId: String(check.policy), checkId: String(check.id) };
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconAction
        label={words.perAgentOf(nameOf(check))}
        onClick={() => void navigate({ to: "/policies/$policyId/checks/$checkId/status", params })}
      >
        <IconListCheck size={17} />
      </IconAction>
      <CheckMenu check={check} />
    </Group>
  );
}
