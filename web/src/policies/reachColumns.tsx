/** Where a policy is set, row by row. */
import { Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { TextLink } from "../ui/links";
import { useAction } from "../ui/useAction";
import type { Assignment } from "./assignments";
import { reach as words } from "./messages";
import { AFTER_SETTING, RIGHT_TO_SET, setPolicies } from "./queries";

export const reachColumns: Column<Assignment>[] = [
  {
    id: "place",
    title: words.place,
    cell: (assignment) => <AssignmentName assignment={assignment} />,
    sort: (assignment) => assignment.name,
  },
  {
    id: "level",
    title: words.level,
    wide: true,
    cell: (assignment) => words.levels[assignment.target.kind],
    sort: (assignment) => assignment.target.kind,
  },
  { id: "computers", title: words.computers, cell: computersOf },
  {
    id: "unset",
    title: "",
    width: 52,
    align: "right",
    cell: (assignment) => <Unset assignment={assignment} />,
  },
];

function computersOf(assignment: Assignment): string {
  if (assignment.target.kind === "agent") return words.thisAgent;
  return [assignment.servers && words.servers, assignment.workstations && words.workstations]
    .filter(Boolean)
    .join(", ");
}

function AssignmentName({ assignment }: { assignment: Assignment }) {
  const { target } = assignment;
  return (
    <>
      {target.kind === "agent" ? (
        <TextLink to="/agents/$agentId/effective" params={{ agentId: target.id }} size="md">
          {assignment.name}
        </TextLink>
      ) : target.kind === "all" ? (
        words.everything
      ) : (
        <TextLink to="/agents" search={{ [target.kind]: String(target.id) }} size="md">
          {assignment.name}
        </TextLink>
      )}
      {assignment.within && (
        <Text size="xs" c="dimmed">
          {assignment.within}
        </Text>
      )}
    </>
  );
}

function Unset({ assignment }: { assignment: Assignment }) {
  const unset = useAction({
    act: () =>
      setPolicies(assignment.target, {
        ...(assignment.servers && { server_policy: null }),
        ...(assignment.workstations && { workstation_policy: null }),
      }),
    done: words.isUnset(assignment.name),
    refresh: AFTER_SETTING,
  });
  return (
    <IconAction
      right={RIGHT_TO_SET[assignment.target.kind]}
      label={words.unsetOf(assignment.name)}
      loading={unset.isPending}
      onClick={() => unset.mutate()}
    >
      <IconX size={16} />
    </IconAction>
  );
}
