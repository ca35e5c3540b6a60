/** Install an agent: make the installer, use it, watch the computer come online. */
import { Alert, Button, SimpleGrid, Stack } from "@mantine/core";
import { IconBuilding } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clientsQuery } from "../clients/queries";
import { PendingAgents } from "../pendingAgents/PendingAgents";
import { ButtonLink } from "../ui/links";
import { Page, Panel } from "../ui/Page";
import { Empty, Loaded } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { Arrivals } from "./Arrivals";
import { type InstallerProps, InstallForm } from "./InstallForm";
import { MadeInstaller } from "./MadeInstaller";
import { MissingKinds } from "./MissingKinds";
import type { Made } from "./makeInstaller";
import { deployments as words } from "./messages";
import { kindsQuery } from "./queries";
import { INSTALL_TABS } from "./tabs";

export default function InstallPage() {
  const clients = useQuery(clientsQuery);
  const kinds = useQuery(kindsQuery);
  return (
    <Page title={words.title} about={words.about}>
      <TabBar label={words.title} tabs={INSTALL_TABS} />
      <PendingAgents />
      <Loaded query={clients}>
        {(all) =>
          all.some((client) => client.sites.length > 0) ? (
            <Loaded query={kinds}>{(known) => <Installer clients={all} kinds={known} />}</Loaded>
          ) : (
            <Empty
              title={words.noSites}
              hint={words.noSitesHint}
              icon={<IconBuilding size={26} stroke={1.5} />}
            >
              <ButtonLink to="/clients" search={{ dialog: "add-client" }}>
                {words.where}
              </ButtonLink>
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

function Installer({ clients, kinds }: InstallerProps) {
  const [made, setMade] = useState<Made | null>(null);
  const isEmpty = !kinds.some((kind) => kind.available);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
      <Panel>
        {isEmpty && <Alert color="yellow" title={words.noPrograms} mb="sm" />}
        {!isEmpty && <InstallForm clients={clients} kinds={kinds} onMade={setMade} />}
        <MissingKinds kinds={kinds} />
      </Panel>
      {made && (
        <Stack gap="md">
          <MadeInstaller made={made} />
          <Arrivals key={made.time} site={made.site} />
          <Button variant="subtle" color="gray" onClick={() => setMade(null)}>
            {words.again}
          </Button>
        </Stack>
      )}
    </SimpleGrid>
  );
}
