/** The checks of an agent or of a policy, with a search, and with what to do when there are none. */
import { Group, Stack } from "@mantine/core";
import { IconHeartbeat } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Agent } from "../agents/queries";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { AddCheck } from "./AddCheck";
import { CheckDialogs } from "./CheckDialogs";
import { checks as words } from "./messages";
import { failingFirst, matching } from "./order";
import type { Check, Owner } from "./types";

interface CheckListProps {
  query: UseQueryResult<Check[]>;
  owner: Owner;
  agent?: Agent | undefined;
  columns: Column<Check>[];
  /** What a check would do here, shown when there are none. */
  noneHint: string;
  /** More buttons beside the one that adds. */
  actions?: ReactNode;
}

export function CheckList({ query, owner, agent, columns, noneHint, actions }: CheckListProps) {
  const [search, setSearch] = useFilter("search");
  const add = <AddCheck platform={agent?.plat} />;
  return (
    <Loaded query={query}>
      {(all) => (
        <Stack gap="sm">
          {all.length === 0 ? (
            <Empty
              title={words.none}
              hint={noneHint}
              icon={<IconHeartbeat size={26} stroke={1.5} />}
            >
              {add}
            </Empty>
          ) : (
            <>
              <Group justify="space-between" gap="xs">
                <SearchBox
                  value={search}
                  onSearch={setSearch}
                  style={{ flex: "1 1 200px", maxWidth: 360 }}
                />
                <Group gap="xs">
                  {actions}
                  {add}
                </Group>
              </Group>
              <DataTable
                label={words.title}
                columns={columns}
                rows={failingFirst(matching(all, search))}
                id={(check) => check.id}
                empty={<NothingFound />}
              />
            </>
          )}
          <CheckDialogs owner={owner} agent={agent} checks={all} />
        </Stack>
      )}
    </Loaded>
  );
}
