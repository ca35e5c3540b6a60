/** Settings > Global settings: tabs, each with an address of its own. */
import { Outlet } from "@tanstack/react-router";
import { useRights } from "../session/me";
import { Page } from "../ui/Page";
import { TabBar } from "../ui/TabBar";
import { useTabName } from "../ui/title";
import { settings as words } from "./messages";
import { SETTINGS_TABS } from "./tabs";

export default function GlobalSettingsPage() {
  const { may } = useRights();
  return (
    <Page
      title={words.title}
      short={words.short}
      tab={useTabName(SETTINGS_TABS)}
      about={words.about}
    >
      <TabBar
        label={words.title}
        tabs={SETTINGS_TABS.filter(({ right, or }) => may(right) || (or && may(or)))}
      />
      <Outlet />
    </Page>
  );
}
