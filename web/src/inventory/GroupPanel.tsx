/** One group of the inventory: a list, facts or a table, with a way to copy it. */
import { Stack, Text } from "@mantine/core";
import { CopyAction } from "../ui/CopyValue";
import { Facts } from "../ui/Facts";
import { Panel, PanelTitle } from "../ui/Page";
import { Status } from "../ui/Status";
import { copyText } from "./copyText";
import { FactValue } from "./FactValue";
import { GroupTable } from "./GroupTable";
import type { Group, Note } from "./groups";
import classes from "./Inventory.module.css";
import { inventory as words } from "./messages";

/** Tables with more columns do not fit beside another panel. */
const FIT_BESIDE = 3;

export function GroupPanel({ group }: { group: Group }) {
  const isWide = group.shape === "table" && group.columns.length > FIT_BESIDE;
  return (
    <Panel {...(isWide && { className: classes.whole })}>
      <PanelTitle
        actions={<CopyAction label={words.copy(group.title)} value={() => copyText(group)} />}
      >
        {group.title}
      </PanelTitle>
      <Stack gap="sm">
        {group.note && <NoteLine note={group.note} />}
        {group.rows.length > 0 && <Rows group={group} />}
      </Stack>
    </Panel>
  );
}

function NoteLine({ note: { tone, label, reason } }: { note: Note }) {
  return (
    <div>
      <Status tone={tone} label={label} />
      <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {reason}
      </Text>
    </div>
  );
}

function Rows({ group }: { group: Group }) {
  if (group.shape === "table") return <GroupTable group={group} />;
  const facts = group.rows.flatMap((row) => row.facts);
  if (group.shape === "facts") {
    return <Facts facts={facts.map((fact) => [fact.label, <FactValue fact={fact} />])} />;
  }
  return (
    <ul className={classes.list}>
      {group.rows.map(({ id, facts: [item] }) => (
        <li key={id}>{item?.text}</li>
      ))}
    </ul>
  );
}
