import { AddButton } from "../ui/actions";
import { Page } from "../ui/Page";
import { AlertList } from "./AlertList";
import { alerts } from "./messages";

export default function AlertsPage() {
  const raise = (
    <AddButton right="can_manage_alerts" dialog="raise-alert">
      {alerts.raise}
    </AddButton>
  );
  return (
    <Page title={alerts.title} about={alerts.about} actions={raise}>
      <AlertList />
    </Page>
  );
}
