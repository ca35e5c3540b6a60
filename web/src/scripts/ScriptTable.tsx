import { Badge, Group, Text } from "@mantine/core";
import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { agents } from "../agents/messages";
import { answer, api } from "../api/client";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { useAction } from "../ui/useAction";
import { shells, scripts as words } from "./messages";
import type { ScriptItem } from "./queries";

export function ScriptTable({ rows, empty }: { rows: ScriptItem[]; empty: ReactNode }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={rows}
      id={(script) => script.id}
      faded={(script) => script.hidden}
      onOpen={(script) =>
        void navigate({ to: "/scripts/$scriptId", params: { scriptId: String(script.id) } })
      }
      empty={empty}
    />
  );
}

const columns: Column<ScriptItem>[] = [
  { id: "favourite", title: "", width: 44, cell: (script) => <Favourite script={script} /> },
  {
    id: "name",
    title: words.name,
    cell: (script) => (
      <>
        <Group gap={8}>
          <TextLink
            to="/scripts/$scriptId"
            params={{ scriptId: String(script.id) }}
            size="md"
            fw={500}
            c="var(--mantine-color-text)"
          >
            {script.name}
          </TextLink>
          {script.script_type === "builtin" && (
            <Badge size="xs" variant="light" color="gray" tt="none" c="dimmed">
              {words.builtin}
            </Badge>
          )}
          {script.unapproved_since && (
            <Badge size="xs" variant="light" color="yellow" tt="none">
              {words.waits}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" lineClamp={1}>
          {script.description}
        </Text>
      </>
    ),
    sort: (script) => script.name,
  },
  {
    id: "category",
    title: words.category,
    width: 140,
    wide: true,
    cell: (script) => script.category,
    sort: (script) => script.category,
  },
  {
    id: "shell",
    title: words.shell,
    width: 110,
    wide: true,
    cell: (script) => shells[script.shell] ?? script.shell,
    sort: (script) => script.shell,
  },
  {
    id: "platforms",
    title: words.platforms,
    width: 190,
    wide: true,
    cell: ({ supported_platforms: supported }) =>
      supported.map((one) => agents.platform[one]).join(", ") || words.allPlatforms,
  },
];

function Favourite({ script }: { script: ScriptItem }) {
  const toggle = useAction({
    act: () => {
      const params = { path: { id: script.id } };
      return answer(api.PUT("/scripts/{id}/", { params, body: { favorite: !script.favorite } }));
    },
    refresh: [["scripts", "list"]],
  });
  return (
    <IconAction
      right="can_manage_scripts"
      label={`${script.favorite ? words.unfavourite : words.favourite}: ${script.name}`}
      size="sm"
      color={script.favorite ? "yellow" : "gray"}
      loading={toggle.isPending}
      onClick={() => toggle.mutate()}
    >
      {script.favorite ? <IconStarFilled size={15} /> : <IconStar size={15} />}
    </IconAction>
  );
}
