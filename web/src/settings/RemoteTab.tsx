import { SettingsForm } from "./SettingsForm";

export default function RemoteTab() {
  return <SettingsForm tab="remote" />;
}
