/** What runs once, on failure or on recovery: a script or a webhook. */
import { Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRights } from "../session/me";
import { Panel, PanelTitle } from "../ui/Page";
import { urlActionsQuery } from "../urlActions/queries";
import { withChosen } from "./chosen";
import type { TemplateForm } from "./form";
import { form as words } from "./messages";
import { ScriptFields } from "./ScriptFields";
import { ACTION_TYPES, type Action, type ActionType } from "./values";

interface ActionPanelProps {
  form: TemplateForm;
  action: Action;
  /** Name of what is chosen, in case it cannot be read. */
  chosenName: string | null | undefined;
}

export function ActionPanel({ form, action, chosenName }: ActionPanelProps) {
  const { may } = useRights();
  const type = form.values[`${action}_type`];
  const isFailure = action === "action";
  const isOpen = (one: ActionType) =>
    one !== "server" || one === type || may("can_run_server_scripts");
  return (
    <Panel>
      <PanelTitle>{isFailure ? words.failureAction : words.recoveryAction}</PanelTitle>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {isFailure ? words.failureHint : words.recoveryHint}
        </Text>
        <Select
          label={words.actionType}
          description={words.actionTypeHints[type]}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={ACTION_TYPES.map((value) => ({
            value,
            label: words.actionTypes[value],
            disabled: !isOpen(value),
          }))}
          allowDeselect={false}
          {...form.getInputProps(`${action}_type`)}
        />
        {type === "rest" ? (
          <WebhookSelect form={form} action={action} chosenName={chosenName} />
        ) : (
          <ScriptFields form={form} action={action} chosenName={chosenName} />
        )}
      </Stack>
    </Panel>
  );
}

function WebhookSelect({ form, action, chosenName }: ActionPanelProps) {
  const { surely } = useRights();
  const { data: all = [] } = useQuery({
    ...urlActionsQuery,
    enabled: surely("can_run_urlactions"),
  });
  const data = all
    .filter((one) => one.action_type === "rest")
    .map((one) => ({ value: String(one.id), label: one.name }));
  return (
    <Select
      label={words.webhook}
      placeholder={words.noAction}
      data={withChosen(data, form.values[`${action}_rest`], chosenName)}
      searchable
      clearable
      {...form.getInputProps(`${action}_rest`)}
    />
  );
}
