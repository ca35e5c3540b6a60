/** Which check starts a task when it fails: one of the same agent or policy. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { nameOf } from "../checks/order";
import { ownChecksQuery } from "../checks/queries";
import { useRights } from "../session/me";
import type { TaskForm } from "./form";
import { form as words } from "./messages";
import type { Owner } from "./queries";

export function CheckSelect({ form, owner }: { form: TaskForm; owner: Owner }) {
  const { surely } = useRights();
  const enabled = surely("can_list_checks");
  const { data: checks } = useQuery({ ...ownChecksQuery(owner), enabled });
  const chosen = form.values.assigned_check === "" ? null : String(form.values.assigned_check);
  const choices = (checks ?? []).map((check) => ({
    value: String(check.id),
    label: nameOf(check),
  }));
  // A chosen check stays chosen when it is invisible.
  const isOffered = choices.some(({ value }) => value === chosen);
  const other = chosen && !isOffered ? [{ value: chosen, label: `#${chosen}` }] : [];
  return (
    <Select
      label={words.check}
      description={checks?.length === 0 ? words.noChecks : words.checkHint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={words.chooseCheck}
      data={[...other, ...choices]}
      searchable
      required
      maxDropdownHeight={320}
      {...form.getInputProps("assigned_check")}
      value={chosen}
      onChange={(value) => form.setFieldValue("assigned_check", value ?? "")}
    />
  );
}
