/** Links and installers: who may still install agents, and how to stop it. */
import { IconLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { AddButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { List } from "../ui/List";
import { Page } from "../ui/Page";
import { TabBar } from "../ui/TabBar";
import { LinkForm } from "./LinkForm";
import { linkColumns } from "./linkColumns";
import { deployments as words } from "./messages";
import { type Deployment, deploymentsQuery, kindsQuery, stateOf } from "./queries";
import { RevokeDialog } from "./RevokeDialog";
import { INSTALL_TABS } from "./tabs";

export default function LinksPage() {
  const query = useQuery(deploymentsQuery);
  useLiveQueries(["config", "agents"], [deploymentsQuery.queryKey]);
  const add = (
    <AddButton right="can_manage_deployments" dialog="add-link">
      {words.addLink}
    </AddButton>
  );
  return (
    <Page title={words.title} about={words.about} actions={add}>
      <TabBar label={words.title} tabs={INSTALL_TABS} />
      <List
        query={query}
        label={words.links}
        columns={linkColumns}
        id={(one) => one.id}
        order="-expires"
        faded={(one) => stateOf(one) !== "valid"}
        none={{
          title: words.none,
          hint: words.noneHint,
          icon: <IconLink size={26} stroke={1.5} />,
          children: add,
        }}
        dialogs={(all) => <Dialogs all={all} />}
      />
    </Page>
  );
}

function Dialogs({ all }: { all: Deployment[] }) {
  const { open, close } = useDialog();
  const { data: kinds } = useQuery(kindsQuery);
  if (open?.name === "add-link" && kinds) return <LinkForm kinds={kinds} onClose={close} />;
  const deployment = all.find((one) => String(one.id) === open?.subject);
  if (open?.name === "delete-link" && deployment) {
    return <RevokeDialog deployment={deployment} onClose={close} />;
  }
  return null;
}
