import { SettingsForm } from "./SettingsForm";

export default function TerminalTab() {
  return <SettingsForm tab="terminal" />;
}
