/** The alert template that applies to an agent, and why. */
import { Stack, Text } from "@mantine/core";
import { TextLink } from "../ui/links";
import { Panel, PanelTitle } from "../ui/Page";
import { effective as words } from "./effectiveMessages";
import type { Effective, TemplateSource } from "./queries";

export function EffectiveTemplate({ template }: { template: Effective["alert_template"] }) {
  return (
    <Panel>
      <PanelTitle>{words.alertTemplate}</PanelTitle>
      {template.id === null ? (
        <Text size="sm" c="dimmed">
          {words.noTemplate}
        </Text>
      ) : (
        <Stack gap={4}>
          <TextLink
            to="/alert-templates/$templateId"
            params={{ templateId: String(template.id) }}
            size="sm"
          >
            {template.name ?? words.templateNumber(template.id)}
          </TextLink>
          {template.source && <SourceLine source={template.source} />}
        </Stack>
      )}
    </Panel>
  );
}

function SourceLine({ source }: { source: TemplateSource }) {
  return (
    <Text size="sm" component="div">
      <Text span inherit c="dimmed">
        {words.templateSources[source.type] ?? words.source}
      </Text>{" "}
      <SourceName source={source} />
    </Text>
  );
}

function SourceName({ source }: { source: TemplateSource }) {
  const { type, id, name } = source;
  if (type === "global") {
    return (
      <TextLink to="/settings/global" size="sm">
        {words.globalSettings}
      </TextLink>
    );
  }
  if (type.endsWith("policy")) {
    return (
      <TextLink to="/policies/$policyId" params={{ policyId: String(id) }} size="sm">
        {name}
      </TextLink>
    );
  }
  return (
    <TextLink to="/clients" search={{ dialog: `edit-${type}:${id}` }} size="sm">
      {name}
    </TextLink>
  );
}
