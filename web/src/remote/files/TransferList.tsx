/** What is being transferred in a session, and what a reload has interrupted. */
import { Button, FileButton, Text } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { useState, useSyncExternalStore } from "react";
import { IconAction } from "../../ui/actions";
import { notify } from "../../ui/notify";
import classes from "./Files.module.css";
import type { FileSession } from "./fileSession";
import type { Unfinished } from "./hashMemory";
import { files as words } from "./messages";
import { nameOf, parentOf } from "./paths";
import { TransferRow } from "./TransferRow";

/** More would only slow the page down; the rest comes when these are cleared. */
const MOST_SHOWN = 100;

export function TransferList({ files }: { files: FileSession }) {
  const { transfers } = files;
  const { all } = useSyncExternalStore(transfers.watch, transfers.get);
  const [isOpen, setOpen] = useState(true);
  const [unfinished, setUnfinished] = useState(() => files.unfinished());
  if (all.length === 0 && unfinished.length === 0) return null;
  const forget = (one: Unfinished) => setUnfinished(unfinished.filter((other) => other !== one));
  return (
    <section className={classes.transfers} aria-label={words.transfers}>
      <div className={classes.more}>
        <Text size="xs" fw={600}>
          {words.transfers}
        </Text>
        <Text size="xs" c="dimmed" role="status">
          {words.running(all.filter(({ isOver }) => !isOver).length)}
        </Text>
        <div className={classes.end}>
          {all.some(({ isOver }) => isOver) && (
            <Button size="compact-xs" variant="default" onClick={() => transfers.removeEnded()}>
              {words.clearEnded}
            </Button>
          )}
          <IconAction
            size="sm"
            label={isOpen ? words.hideTransfers : words.showTransfers}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={15} /> : <IconChevronUp size={15} />}
          </IconAction>
        </div>
      </div>
      {isOpen && (
        <ul className={classes.list}>
          {unfinished.map((one) => (
            <UnfinishedRow
              key={one.path}
              files={files}
              unfinished={one}
              onGone={() => forget(one)}
            />
          ))}
          {all.slice(0, MOST_SHOWN).map((transfer) => (
            <TransferRow key={transfer.id} transfer={transfer} transfers={transfers} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface UnfinishedRowProps {
  files: FileSession;
  unfinished: Unfinished;
  onGone: () => void;
}

function UnfinishedRow({ files, unfinished, onGone }: UnfinishedRowProps) {
  const { path } = unfinished;
  const name = nameOf(path);
  const choose = (file: File | null) => {
    if (!file) return;
    if (files.goOn(unfinished, file)) onGone();
    else notify(words.notSame);
  };
  const forget = () => {
    files.forget(unfinished);
    onGone();
  };
  return (
    <li className={classes.transfer}>
      <Text size="sm" className={classes.about}>
        {words.unfinished(name, parentOf(path) ?? path)}
      </Text>
      <FileButton onChange={choose}>
        {(props) => (
          <Button {...props} size="compact-sm" variant="default">
            {words.chooseAgain}
          </Button>
        )}
      </FileButton>
      <IconAction size="sm" label={words.forget(name)} onClick={forget}>
        <IconX size={15} />
      </IconAction>
    </li>
  );
}
