/** Whether a template is active. Switching it affects its agents at once. */
import type { AlertTemplate } from "../templateChoice/queries";
import { ActionSwitch } from "../ui/ActionSwitch";
import { useAction } from "../ui/useAction";
import { templates as words } from "./messages";
import { AFTER_SAVING, updateTemplate } from "./queries";

export function ActiveSwitch({ template }: { template: AlertTemplate }) {
  const change = useAction({
    act: (is_active: boolean) => updateTemplate(template.id, { is_active }),
    done: ({ name, is_active }) => (is_active ? words.switchedOn(name) : words.switchedOff(name)),
    refresh: AFTER_SAVING,
  });
  return (
    <ActionSwitch
      name={words.activeOf(template.name)}
      right="can_manage_alerttemplates"
      checked={change.isPending ? change.variables : template.is_active}
      onSwitch={(active) => change.mutate(active)}
    />
  );
}
