/** One's own preferences; saved at once. */
import { Checkbox, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { agents } from "../agents/messages";
import { answer, api, type Schema } from "../api/client";
import { asWord } from "../api/word";
import { preferences as words } from "../preferences/messages";
import { DEFAULTS, dashQuery, type Preferences, usePreferences } from "../preferences/preferences";
import { DATE_FORMATS } from "../texts/dateFormat";
import { formatMoment } from "../texts/format";
import { Panel, PanelTitle } from "../ui/Page";
import { PALETTE } from "../ui/palette";
import { Dot } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { useAction } from "../ui/useAction";

type Save = (change: Schema<"PreferenceChange">) => void;

interface PartProps {
  preferences: Preferences;
  onSave: Save;
}

const choices = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export function PreferencesPanel() {
  const preferences = usePreferences();
  const save = useAction({
    act: (body: Schema<"PreferenceChange">) => answer(api.PATCH("/accounts/users/ui/", { body })),
    done: words.saved,
    refresh: [dashQuery.queryKey],
  });
  const shared = { preferences, onSave: save.mutate };
  return (
    <Panel>
      <PanelTitle>{words.title}</PanelTitle>
      <Stack gap="sm">
        <FleetPreferences {...shared} />
        <DatePreference {...shared} />
        <ColourPreferences {...shared} />
      </Stack>
    </Panel>
  );
}

function FleetPreferences({ preferences, onSave }: PartProps) {
  // An action that is not offered here opens the page, as in the table.
  const click = preferences.dbl_click_action === "editagent" ? "editagent" : "remotebg";
  return (
    <>
      <Select
        label={words.tab}
        description={words.tabHint}
        data={[
          { value: "mixed", label: agents.all },
          { value: "server", label: agents.servers },
          { value: "workstation", label: agents.workstations },
        ]}
        value={preferences.default_agent_tbl_tab}
        onChange={(tab) => tab && onSave({ default_agent_tbl_tab: asWord(tab) })}
        allowDeselect={false}
      />
      <Select
        label={words.doubleClick}
        data={choices(words.doubleClicks)}
        value={click}
        onChange={(action) => action && onSave({ agent_dblclick_action: asWord(action) })}
        allowDeselect={false}
      />
      <Select
        label={words.treeSort}
        data={[
          { value: "alphafail", label: words.failingFirst },
          { value: "alpha", label: words.byName },
        ]}
        value={preferences.client_tree_sort}
        onChange={(sort) => sort && onSave({ client_tree_sort: asWord(sort) })}
        allowDeselect={false}
      />
      <Checkbox
        label={words.clearSearch}
        checked={preferences.clear_search_when_switching}
        onChange={(event) => onSave({ clear_search_when_switching: event.currentTarget.checked })}
      />
    </>
  );
}

function DatePreference({ preferences, onSave }: PartProps) {
  const { date_format, default_date_format } = preferences;
  const formats = new Set([...DATE_FORMATS, ...(date_format ? [date_format] : [])]);
  const own = default_date_format ? words.datesOwn(default_date_format) : words.datesBrowser;
  return (
    <Select
      label={words.dates}
      description={words.datesHint(formatMoment(Date.now()))}
      data={[
        { value: "", label: own },
        ...[...formats].map((format) => ({ value: format, label: format })),
      ]}
      value={date_format}
      onChange={(format) => format !== null && onSave({ date_format: format })}
      allowDeselect={false}
    />
  );
}

const TONES: [name: keyof typeof words.colour & keyof Preferences, tone: Tone][] = [
  ["dash_positive_color", "good"],
  ["dash_negative_color", "bad"],
  ["dash_warning_color", "warning"],
  ["dash_info_color", "info"],
];

function ColourPreferences({ preferences, onSave }: PartProps) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {words.colours}
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        {words.coloursHint}
      </Text>
      <SimpleGrid cols={2} spacing="xs">
        {TONES.map(([name, tone]) => (
          <Select
            key={name}
            label={words.colour[name]}
            leftSection={<Dot tone={tone} />}
            data={[{ value: "", label: words.coloursOwn }, ...choices(words.colourNames)]}
            value={preferences[name] in PALETTE ? preferences[name] : ""}
            onChange={(colour) => onSave({ [name]: colour || DEFAULTS[name] })}
            allowDeselect={false}
          />
        ))}
      </SimpleGrid>
    </div>
  );
}
