/** Whether a policy is active. Switching it affects its agents at once. */
import { answer, api } from "../api/client";
import { ActionSwitch } from "../ui/ActionSwitch";
import { useAction } from "../ui/useAction";
import { policies as words } from "./messages";
import { AFTER_SETTING, type Policy } from "./queries";

export function ActiveSwitch({ policy, label }: { policy: Policy; label?: string }) {
  const change = useAction({
    act: (active: boolean) => {
      const params = { path: { id: policy.id } };
      return answer(api.PUT("/automation/policies/{id}/", { params, body: { active } }));
    },
    done: (saved) => words.saved(saved.name),
    refresh: AFTER_SETTING,
  });
  return (
    <ActionSwitch
      name={words.activeOf(policy.name)}
      {...(label && { label })}
      right="can_manage_automation_policies"
      checked={change.isPending ? change.variables : policy.active}
      onSwitch={(active) => change.mutate(active)}
    />
  );
}
