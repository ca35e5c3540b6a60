import { SettingsForm } from "./SettingsForm";

export default function GeneralTab() {
  return <SettingsForm tab="general" />;
}
