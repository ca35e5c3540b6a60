/** Installs and uninstalls that are started from an agent's software, and their progress. */
import { Button } from "@mantine/core";
import type { Agent } from "../agents/queries";
import { RunOutput } from "../runs/RunOutput";
import { useDialog } from "../ui/dialog";
import { Panel, PanelTitle } from "../ui/Page";
import { useFilter, useFilters } from "../ui/useFilter";
import { InstallDialog } from "./InstallDialog";
import { software as words } from "./messages";
import type { SoftwareItem } from "./queries";
import { UninstallDialog } from "./UninstallDialog";

/** Which one, in the address of its dialog. */
export const keyOf = (item: SoftwareItem) => `${item.source} ${item.name} ${item.version}`;

/** The run that was started from here; its id is in the address. */
export function SoftwareRun() {
  const [run, setRun] = useFilter("run");
  if (run === "") return null;
  return (
    <Panel>
      <PanelTitle
        actions={
          <Button size="compact-sm" variant="subtle" onClick={() => setRun(null)}>
            {words.hideRun}
          </Button>
        }
      >
        {words.run}
      </PanelTitle>
      <RunOutput id={Number(run)} />
    </Panel>
  );
}

export function SoftwareDialogs({ agent, items }: { agent: Agent; items: SoftwareItem[] }) {
  const { open, close } = useDialog();
  const [, setFilters] = useFilters();
  const follow = (run: number) => setFilters({ run: String(run), dialog: undefined });
  if (open?.name === "install") {
    return <InstallDialog agent={agent} onStart={follow} onClose={close} />;
  }
  const item = items.find((one) => keyOf(one) === open?.subject);
  if (open?.name !== "uninstall" || !item) return null;
  return <UninstallDialog agent={agent} item={item} onStart={follow} onClose={close} />;
}
