import { Page } from "../ui/Page";
import { DebugList } from "./DebugList";
import { debugLog } from "./messages";

export default function DebugPage() {
  return (
    <Page title={debugLog.title} about={debugLog.about}>
      <DebugList />
    </Page>
  );
}
