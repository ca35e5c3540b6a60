/** Whether a policy acts. Switching it changes what its agents do, at once. */
import { Box, Switch, type SwitchProps, Tooltip } from "@mantine/core";
import { useRights } from "../accounts/me";
import { answer, api } from "../api/client";
import { useAction } from "../api/queries";
import { policies as words } from "./messages";
import { AFTER_SETTING, type Policy } from "./queries";

interface ActiveSwitchProps extends Pick<SwitchProps, "label"> {
  policy: Policy;
}

export function ActiveSwitch({ policy, label }: ActiveSwitchProps) {
  const { why } = useRights();
  const reason = why("can_manage_automation_policies");
  const change = useAction({
    act: (active: boolean) => {
      const params = { path: { id: policy.id } };
      return answer(api.PUT("/automation/policies/{id}/", { params, body: { active } }));
    },
    done: (saved) => words.saved(saved.name),
    refresh: AFTER_SETTING,
  });
  return (
    <Tooltip label={reason} disabled={!reason}>
      <Box w="fit-content">
        <Switch
          size="sm"
          label={label}
          aria-label={words.activeOf(policy.name)}
          checked={change.isPending ? change.variables : policy.active}
          disabled={reason !== undefined}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      </Box>
    </Tooltip>
  );
}
