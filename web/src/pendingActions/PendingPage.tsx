import { Page } from "../ui/Page";
import { pendingActions } from "./messages";
import { PendingList } from "./PendingList";

export default function PendingPage() {
  return (
    <Page title={pendingActions.title} about={pendingActions.about}>
      <PendingList />
    </Page>
  );
}
