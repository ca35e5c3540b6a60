/** The settings of one tab: shows what is stored, sends what was changed. */
import { Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Schema } from "../api/client";
import { formErrors } from "../api/problem";
import { seen } from "../conflicts/asking";
import { useSeen } from "../conflicts/useSeen";
import { useRights } from "../session/me";
import { ActionButton } from "../ui/actions";
import { FormProblems } from "../ui/FormProblems";
import { focusFirstErrorSoon } from "../ui/formErrors";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { retention, settings as words } from "./messages";
import { settingsQuery } from "./queries";
import { SchemaLink } from "./SchemaLink";
import { SettingInput } from "./SettingInput";
import { changes, type SettingsTab, sections } from "./sections";
import { TestMail } from "./TestMail";
import { TestSms } from "./TestSms";

type Values = Record<string, unknown>;

export function SettingsForm({ tab }: { tab: SettingsTab }) {
  const query = useQuery(settingsQuery);
  return (
    <Loaded query={query}>
      {(stored) => <Form key={tab} tab={tab} stored={stored as unknown as Values} />}
    </Loaded>
  );
}

function Form({ tab, stored }: { tab: SettingsTab; stored: Values }) {
  const [edited, setEdited] = useState<Values>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { may } = useRights();
  const readOnly = !may("can_edit_core_settings");
  const changed = changes(stored, edited);
  const dirty = Object.keys(changed).length > 0;
  useLeaveGuard(dirty);
  const client = useQueryClient();
  const opened = useSeen(stored, dirty);
  const shown = new Set(
    sections[tab].flatMap(({ fields }) => fields.map(([name]) => name as string)),
  );
  const save = useAction({
    act: () => {
      const body = changed as Schema<"SettingsForm">;
      return answer(api.PUT("/core/settings/", { headers: seen(opened.current), body }));
    },
    done: words.saved,
    refresh: [settingsQuery.queryKey, ["accounts", "me"]],
    onDone: (saved) => {
      client.setQueryData(settingsQuery.queryKey, saved);
      setEdited({});
      setErrors({});
    },
    onProblem: (problem) => {
      const fields = formErrors(problem);
      const elsewhere = Object.keys(fields).some((name) => !shown.has(name));
      const named = Object.keys(fields).length > 0 && !elsewhere;
      setErrors({ ...(!named && { "": problem.message }), ...fields });
      focusFirstErrorSoon();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="md">
        {readOnly && (
          <Text size="sm" c="dimmed">
            {words.readOnly}
          </Text>
        )}
        {tab === "retention" && (
          <Text size="sm" c="dimmed">
            {retention.about}
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md" className="cards">
          {sections[tab].map((section) => (
            <Panel key={section.title}>
              <PanelTitle>{section.title}</PanelTitle>
              <Stack gap="sm">
                {section.fields.map(([name, kind]) => (
                  <SettingInput
                    key={name}
                    name={name}
                    kind={kind}
                    value={name in edited ? edited[name] : stored[name]}
                    zones={stored.all_timezones as string[]}
                    error={errors[name]}
                    disabled={readOnly}
                    onChange={(value) => setEdited({ ...edited, [name]: value })}
                  />
                ))}
              </Stack>
            </Panel>
          ))}
          {tab === "mail" && <TestMail />}
          {tab === "mail" && <TestSms />}
        </SimpleGrid>
        {errors[""] && (
          <Text size="sm" c="var(--tone-bad)" role="alert">
            {errors[""]}
          </Text>
        )}
        <Group gap="xs">
          <ActionButton
            right="can_edit_core_settings"
            loading={save.isPending}
            disabled={!dirty}
            onClick={() => save.mutate()}
          >
            {words.save}
          </ActionButton>
          <FormProblems errors={{ ...errors, "": undefined }} />
          {dirty && (
            <Button variant="default" onClick={() => setEdited({})}>
              {words.reset}
            </Button>
          )}
          {tab === "general" && <SchemaLink />}
        </Group>
      </Stack>
    </form>
  );
}
