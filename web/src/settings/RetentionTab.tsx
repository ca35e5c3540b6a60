import { SettingsForm } from "./SettingsForm";

export default function RetentionTab() {
  return <SettingsForm tab="retention" />;
}
