/** The files of a computer: where one is, what is there, what can be done, what is under way. */
import { Button, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Problem } from "../../api/problem";
import { formatNumber } from "../../texts/format";
import { SpotMenu } from "../../ui/SpotMenu";
import { Empty, LinesSkeleton, ProblemNotice } from "../../ui/states";
import { SessionNotice } from "../SessionNotice";
import type { PanelProps } from "../sessions";
import { AddressBar } from "./AddressBar";
import { ConflictDialog } from "./ConflictDialog";
import { useDrop } from "./dragging";
import { FileDialogs } from "./FileDialogs";
import { FileMenu } from "./FileMenu";
import classes from "./Files.module.css";
import { FileTable, rowOf } from "./FileTable";
import { type FileSession, fileSessionOf } from "./fileSession";
import { files as words } from "./messages";
import { StatusBar } from "./StatusBar";
import { Toolbar } from "./Toolbar";
import { TransferList } from "./TransferList";
import { attempt, type Commands, useCommands } from "./useCommands";
import { type Panel, usePanel } from "./usePanel";

export default function FilesPanel({ session }: PanelProps) {
  const [files] = useState(() => fileSessionOf(session));
  const panel = usePanel(files);
  const commands = useCommands(files, panel);
  const { targets, menu, setMenu } = panel;
  useEffect(() => attempt(files.begin()), [files]);
  return (
    <section className={classes.panel} aria-label={words.panel(session.hostname)}>
      <SessionNotice session={session} />
      <AddressBar files={files} status={panel.status} />
      <Toolbar files={files} panel={panel} commands={commands} />
      <Content files={files} panel={panel} commands={commands} />
      <TransferList files={files} />
      <StatusBar session={session} panel={panel} />
      {menu && (
        <SpotMenu
          label={words.things(targets.map(({ name }) => name)) || words.actions}
          spot={menu}
          onClose={() => setMenu(null)}
        >
          <FileMenu commands={commands} />
        </SpotMenu>
      )}
      <FileDialogs files={files} dialog={panel.dialog} onClose={() => panel.setDialog(null)} />
      <ConflictDialog transfers={files.transfers} />
    </section>
  );
}

interface ContentProps {
  files: FileSession;
  panel: Panel;
  commands: Commands;
}

/** The table, or why there is none. Files can be dropped on it in any case. */
function Content({ files, panel, commands }: ContentProps) {
  const { status, rows } = panel;
  const { target, ...drop } = useDrop(files, (event) => {
    const below = rows[rowOf(event)];
    return below?.kind === "folder" ? files.pathOf(below.name) : files.folder;
  });
  const retry = () => attempt(files.browser.reload());
  const { problem, isLoading, total } = status;
  return (
    <div className={classes.area} {...drop}>
      {problem && <ProblemNotice error={Problem.from(problem)} onRetry={retry} />}
      <FileTable files={files} panel={panel} commands={commands} target={target}>
        {isLoading ? <LinesSkeleton lines={8} /> : !problem && <Nothing total={total} />}
      </FileTable>
      {target !== null && (
        <div className={classes.drop}>
          <span>{words.dropHere(target)}</span>
        </div>
      )}
      <More files={files} panel={panel} />
    </div>
  );
}

function Nothing({ total }: { total: number }) {
  if (total > 0) return <Empty title={words.onlyHidden} hint={words.onlyHiddenHint} />;
  return <Empty title={words.empty} hint={words.emptyHint} />;
}

/** Of a very large folder, only the first thousands are read by themselves. */
function More({ files, panel: { status } }: Pick<ContentProps, "files" | "panel">) {
  const { next, entries, total, isLoading } = status;
  if (next === null) return null;
  return (
    <div className={classes.more} role="status">
      <Text size="xs">{words.someOf(formatNumber(entries.length), formatNumber(total))}</Text>
      <Button
        size="compact-xs"
        variant="default"
        loading={isLoading}
        onClick={() => attempt(files.browser.more())}
      >
        {words.more}
      </Button>
    </div>
  );
}
