/** Platform and architecture, of those that this server has a program for. */
import { Group, Select } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { asWord } from "../api/word";
import { architectureChoices, nearest, platformChoices } from "./kinds";
import { deployments as words } from "./messages";
import type { Kind } from "./queries";

type KindValues = Pick<Kind, "plat" | "goarch">;

export function KindFields<Values extends KindValues>(props: {
  form: UseFormReturnType<Values>;
  kinds: Kind[];
}) {
  const { kinds } = props;
  const form = props.form as unknown as UseFormReturnType<KindValues>;
  const { plat, goarch } = form.values;
  const choose = (next: KindValues) => form.setValues(nearest(kinds, next.plat, next.goarch));
  return (
    <Group grow align="flex-start">
      <Select
        label={words.platform}
        data={platformChoices(kinds)}
        allowDeselect={false}
        {...form.getInputProps("plat")}
        onChange={(next) => next && choose({ plat: asWord(next), goarch })}
      />
      <Select
        label={words.architecture}
        data={architectureChoices(kinds, plat)}
        allowDeselect={false}
        {...form.getInputProps("goarch")}
      />
    </Group>
  );
}
