import { Stack } from "@mantine/core";
import { RolloutsPanel } from "../rollouts/RolloutsPanel";
import { SettingsForm } from "./SettingsForm";

export default function GeneralTab() {
  return (
    <Stack gap="md">
      <SettingsForm tab="general" />
      <RolloutsPanel />
    </Stack>
  );
}
