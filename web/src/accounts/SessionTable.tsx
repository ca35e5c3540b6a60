/** The sessions of a user: where they are signed in, and how to end one. */
import { Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { Ago } from "../ui/Moment";
import { Empty, Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { sessions } from "./messages";
import { sessionsQuery } from "./queries";

type Session = Schema<"Session">;

export function SessionTable({ user }: { user: number }) {
  const query = useQuery(sessionsQuery(user));
  const end = useAction({
    act: (digest: string) =>
      answer(api.DELETE("/accounts/sessions/{digest}/", { params: { path: { digest } } })),
    done: sessions.ended,
    refresh: [["accounts", "sessions"]],
  });
  const columns: Column<Session>[] = [
    {
      id: "browser",
      title: sessions.browser,
      cell: (one) => (
        <>
          <Text size="sm" lineClamp={1} title={one.user_agent}>
            {one.user_agent || sessions.unknown}
          </Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {one.ip}
          </Text>
        </>
      ),
    },
    { id: "ip", title: sessions.address, cell: (one) => one.ip, sort: (one) => one.ip, wide: true },
    {
      id: "created",
      title: sessions.began,
      cell: (one) => <Ago time={one.created} />,
      sort: (one) => one.created,
      wide: true,
    },
    {
      id: "used",
      title: sessions.used,
      cell: (one) => <Ago time={one.last_used} />,
      sort: (one) => one.last_used,
    },
    {
      id: "actions",
      title: "",
      width: 48,
      cell: (one) => (
        <IconAction
          label={sessions.end}
          right="can_manage_accounts"
          onClick={() => end.mutate(one.digest)}
        >
          <IconTrash size={16} />
        </IconAction>
      ),
    },
  ];
  return (
    <Loaded query={query}>
      {(all) => (
        <DataTable
          label={sessions.title}
          columns={columns}
          rows={all}
          id={(one) => one.digest}
          order="-used"
          empty={<Empty title={sessions.none} />}
        />
      )}
    </Loaded>
  );
}
