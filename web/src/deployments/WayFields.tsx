/** How the agent gets onto the computer, and what is set up besides it. */
import { Checkbox, Group, Select, Stack } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { asWord } from "../api/word";
import { formatBytes } from "../texts/format";
import type { Values } from "./makeInstaller";
import { deployments as words } from "./messages";
import type { Kind } from "./queries";
import { hasExtras, hasStatic, installedFile, nearestWay, waysOf } from "./ways";

export function WayFields(props: { form: UseFormReturnType<Values>; kind: Kind | undefined }) {
  const { form, kind } = props;
  const { plat, isStatic } = form.values;
  const way = nearestWay(kind, form.values.way);
  const file = installedFile(kind, isStatic);
  const build = file?.kind === "static" ? words.staticBuild : undefined;
  const about = file && [file.name, formatBytes(file.size), build, kind?.release].filter(Boolean);
  return (
    <Stack gap="sm">
      <Select
        label={words.way}
        description={about?.join(", ")}
        data={waysOf(kind).map((value) => ({ value, label: words.ways[value] }))}
        allowDeselect={false}
        value={way}
        onChange={(next) => next && form.setFieldValue("way", asWord(next))}
      />
      {hasStatic(kind) && (
        <Checkbox
          label={words.static}
          description={words.staticHint}
          {...form.getInputProps("isStatic", { type: "checkbox" })}
        />
      )}
      {hasExtras(plat, way) && (
        <Checkbox.Group label={words.extras} {...form.getInputProps("extras")}>
          <Group gap="md" mt={4}>
            <Checkbox value="power" label={words.power} />
            <Checkbox value="ping" label={words.ping} />
            <Checkbox value="rdp" label={words.rdp} />
          </Group>
        </Checkbox.Group>
      )}
    </Stack>
  );
}
