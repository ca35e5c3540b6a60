import { Page } from "../ui/Page";
import { TabBar } from "../ui/TabBar";
import { runs } from "./messages";
import { RunList } from "./RunList";
import { RUN_TABS } from "./tabs";

export default function RunsPage() {
  return (
    <Page title={runs.title} about={runs.about}>
      <TabBar label={runs.title} tabs={RUN_TABS} />
      <RunList />
    </Page>
  );
}
