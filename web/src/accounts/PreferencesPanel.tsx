/** What one likes otherwise than the others; kept at once. */
import { Checkbox, Select, Stack } from "@mantine/core";
import { agents } from "../agents/messages";
import { answer, api, type Schema } from "../api/client";
import { useAction } from "../api/queries";
import { Panel, PanelTitle } from "../ui/Page";
import { preferences as words } from "./messages";
import { dashQuery, usePreferences } from "./preferences";

export function PreferencesPanel() {
  const preferences = usePreferences();
  const save = useAction({
    act: (body: Schema<"PreferenceChange">) => answer(api.PATCH("/accounts/users/ui/", { body })),
    done: words.saved,
    refresh: [dashQuery.queryKey],
  });
  return (
    <Panel>
      <PanelTitle>{words.title}</PanelTitle>
      <Stack gap="sm">
        <Select
          label={words.tab}
          description={words.tabHint}
          data={[
            { value: "mixed", label: agents.all },
            { value: "server", label: agents.servers },
            { value: "workstation", label: agents.workstations },
          ]}
          value={preferences.default_agent_tbl_tab}
          onChange={(tab) => tab && save.mutate({ default_agent_tbl_tab: tab })}
          allowDeselect={false}
        />
        <Select
          label={words.treeSort}
          data={[
            { value: "alphafail", label: words.failingFirst },
            { value: "alpha", label: words.byName },
          ]}
          value={preferences.client_tree_sort}
          onChange={(sort) => sort && save.mutate({ client_tree_sort: sort })}
          allowDeselect={false}
        />
        <Checkbox
          label={words.clearSearch}
          checked={preferences.clear_search_when_switching}
          onChange={(event) =>
            save.mutate({ clear_search_when_switching: event.currentTarget.checked })
          }
        />
      </Stack>
    </Panel>
  );
}
