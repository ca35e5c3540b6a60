import { SettingsForm } from "./SettingsForm";

export default function MailTab() {
  return <SettingsForm tab="mail" />;
}
