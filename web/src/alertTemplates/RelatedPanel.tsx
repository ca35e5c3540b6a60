/** Where a template is set, each with a link. */
import { List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLiveQueries } from "../live/live";
import { TextLink } from "../ui/links";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { related as words } from "./messages";
import { type Related, relatedQuery } from "./queries";

export function RelatedPanel({ id }: { id: number }) {
  const query = useQuery(relatedQuery(id));
  useLiveQueries(["config"], [relatedQuery(id).queryKey]);
  return (
    <Panel>
      <PanelTitle>{words.title}</PanelTitle>
      <Loaded query={query}>{(found) => <Locations found={found} />}</Loaded>
    </Panel>
  );
}

function Locations({ found }: { found: Related }) {
  const { policies, clients, sites } = found;
  const isNowhere = policies.length + clients.length + sites.length === 0;
  if (isNowhere && !found.default_template) {
    return (
      <Text size="sm" c="dimmed">
        {words.none}. {words.noneHint}
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{words.agents(found.agents_count)}</Text>
      {found.default_template && (
        <TextLink to="/settings/global" size="sm">
          {words.all}
        </TextLink>
      )}
      {policies.length > 0 && (
        <Locality title={words.policies}>
          {policies.map(({ id, name }) => (
            <List.Item key={id}>
              <TextLink to="/policies/$policyId" params={{ policyId: String(id) }} size="sm">
                {name}
              </TextLink>
            </List.Item>
          ))}
        </Locality>
      )}
      {clients.length > 0 && (
        <Locality title={words.clients}>
          {clients.map(({ id, name }) => (
            <List.Item key={id}>
              <TextLink to="/clients" search={{ dialog: `edit-client:${id}` }} size="sm">
                {name}
              </TextLink>
            </List.Item>
          ))}
        </Locality>
      )}
      {sites.length > 0 && (
        <Locality title={words.sites}>
          {sites.map(({ id, name, client_name }) => (
            <List.Item key={id}>
              <TextLink to="/clients" search={{ dialog: `edit-site:${id}` }} size="sm">
                {client_name} · {name}
              </TextLink>
            </List.Item>
          ))}
        </Locality>
      )}
    </Stack>
  );
}

function Locality({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm" spacing={2} listStyleType="none" aria-label={title}>
        {children}
      </List>
    </div>
  );
}
