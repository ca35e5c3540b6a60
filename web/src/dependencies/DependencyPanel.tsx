/** On the page of an agent: what it depends on, and what depends on it. */
import { List, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { Facts } from "../ui/Facts";
import { TextLink } from "../ui/links";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { dependencies as words } from "./messages";
import { dependencyQuery } from "./queries";
import { type Dependency, type Dependent, dependentText, parentText } from "./values";

export function DependencyPanel({ agentId }: { agentId: string }) {
  const query = useQuery(dependencyQuery({ agentId }));
  useLiveQueries(["config", `agent:${agentId}`], [dependencyQuery({ agentId }).queryKey]);
  const dialog = useDialog();
  return (
    <Panel>
      <PanelTitle>{words.title}</PanelTitle>
      <Loaded query={query}>
        {(dependency) => (
          <Facts
            facts={[
              [words.dependsOn, <Parent key="parent" dependency={dependency} />],
              [words.dependents, <Dependents key="dependents" all={dependency.dependents} />],
            ]}
          />
        )}
      </Loaded>
      <ActionButton
        right="can_edit_agent"
        variant="default"
        size="xs"
        mt="sm"
        onClick={() => dialog.show("depends-on")}
      >
        {words.change}
      </ActionButton>
    </Panel>
  );
}

function Parent({ dependency }: { dependency: Dependency }) {
  const { agent, failing } = dependency;
  const text = parentText(dependency);
  if (!agent) return text;
  return (
    <>
      <TextLink to="/agents/$agentId" params={{ agentId: agent }} size="sm">
        {text}
      </TextLink>
      {failing && (
        <Text span size="sm" c="var(--tone-error)">
          {` ${words.isFailing}`}
        </Text>
      )}
    </>
  );
}

function Dependents({ all }: { all: Dependent[] }) {
  if (all.length === 0) return words.nothing;
  return (
    <List size="sm" spacing={2} listStyleType="none">
      {all.map((one) => (
        <List.Item key={`${one.agent_id} ${one.check}`}>
          {one.agent_id ? (
            <TextLink to="/agents/$agentId" params={{ agentId: one.agent_id }} size="sm">
              {dependentText(one)}
            </TextLink>
          ) : (
            dependentText(one)
          )}
        </List.Item>
      ))}
    </List>
  );
}
