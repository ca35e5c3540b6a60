/** Chooses the alert template of a client, a site, a policy or all agents, with a link to it. */
import { Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { TextLink } from "../ui/links";
import { templateChoices } from "./choices";
import { templateChoice as words } from "./messages";
import { templatesQuery } from "./queries";

interface TemplateSelectProps {
  label?: ReactNode;
  description?: ReactNode;
  /** Key of the template; null or nothing for none. */
  value?: number | null;
  onChange: (template: number | null) => void;
  error?: ReactNode;
  disabled?: boolean;
}

export function TemplateSelect(props: TemplateSelectProps) {
  const { value = null, onChange, label, description, ...input } = props;
  const { surely } = useRights();
  const mayList = surely("can_list_alerttemplates");
  const { data: all = [] } = useQuery({ ...templatesQuery, enabled: mayList });
  useLiveQueries(["config"], [templatesQuery.queryKey]);
  const chosen = all.find(({ id }) => id === value);
  return (
    <Stack gap={4}>
      <Select
        label={label ?? words.label}
        description={description ?? words.hint}
        placeholder={words.none}
        data={templateChoices(all, value)}
        searchable
        clearable
        {...input}
        value={value === null ? null : String(value)}
        onChange={(id) => onChange(id === null ? null : Number(id))}
      />
      {chosen ? (
        <TextLink
          to="/alert-templates/$templateId"
          params={{ templateId: String(chosen.id) }}
          size="sm"
        >
          {words.open(chosen.name)}
        </TextLink>
      ) : (
        mayList && (
          <TextLink to="/alert-templates" size="sm">
            {words.manage}
          </TextLink>
        )
      )}
    </Stack>
  );
}
