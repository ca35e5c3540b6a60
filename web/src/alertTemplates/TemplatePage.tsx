/** One alert template: its editor, who would be notified, and where it is set. */
import { Box, Group, Stack } from "@mantine/core";
import { IconCopy, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import type { AlertTemplate } from "../templateChoice/queries";
import { ActionButton, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { Page } from "../ui/Page";
import { LinesSkeleton, QueryProblem } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { DeleteTemplate } from "./DeleteTemplate";
import { templates as words } from "./messages";
import { templateQuery } from "./queries";
import { RelatedPanel } from "./RelatedPanel";
import { TemplateEditor } from "./TemplateEditor";
import classes from "./TemplatePage.module.css";
import { TestPanel } from "./TestPanel";

export default function TemplatePage() {
  const { templateId } = useParams({ from: "/shell/alert-templates/$templateId" });
  if (templateId === "new") return <NewTemplate />;
  return <StoredTemplate key={templateId} id={Number(templateId)} />;
}

function NewTemplate() {
  const navigate = useNavigate();
  const [copy] = useFilter("copy");
  const model = useQuery({ ...templateQuery(Number(copy)), enabled: copy !== "" });
  const isWaiting = copy !== "" && model.isPending;
  return (
    <Page title={words.newTitle} about={<Back />}>
      {isWaiting ? (
        <LinesSkeleton />
      ) : (
        <TemplateEditor
          model={model.data}
          onDirty={() => undefined}
          onSaved={({ id }) => {
            const params = { templateId: String(id) };
            void navigate({ to: "/alert-templates/$templateId", params, replace: true });
          }}
        />
      )}
    </Page>
  );
}

function StoredTemplate({ id }: { id: number }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { open, close } = useDialog();
  const [dirty, setDirty] = useState(false);
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...templateQuery(id), refetchInterval });
  useLiveQueries(["config"], [templateQuery(id).queryKey]);
  const { data: template } = query;
  if (query.isError && !template) {
    return (
      <Page title={words.one} bare>
        <QueryProblem query={query} />
      </Page>
    );
  }
  return (
    <Page
      title={template?.name ?? words.one}
      about={<Back />}
      actions={template && <Actions template={template} />}
    >
      {template ? (
        <div className={classes.columns}>
          <Box miw={0}>
            <TemplateEditor
              stored={template}
              onDirty={setDirty}
              // At once, so that further changes begin from what was saved.
              onSaved={(saved) => client.setQueryData(templateQuery(id).queryKey, saved)}
            />
          </Box>
          <Stack gap="md" miw={0}>
            <TestPanel template={template} dirty={dirty} />
            <RelatedPanel id={template.id} />
          </Stack>
        </div>
      ) : (
        <LinesSkeleton />
      )}
      {template && open?.name === "delete-template" && (
        <DeleteTemplate
          template={template}
          onDone={() => void navigate({ to: "/alert-templates" })}
          onClose={close}
        />
      )}
    </Page>
  );
}

function Back() {
  return (
    <TextLink to="/alert-templates" size="sm">
      {words.back}
    </TextLink>
  );
}

function Actions({ template }: { template: AlertTemplate }) {
  const { show } = useDialog();
  const navigate = useNavigate();
  const copy = () =>
    void navigate({
      to: "/alert-templates/$templateId",
      params: { templateId: "new" },
      search: { copy: String(template.id) },
    });
  return (
    <Group gap="xs">
      <IconAction
        right="can_manage_alerttemplates"
        label={words.remove}
        variant="default"
        size={36}
        onClick={() => show("delete-template", template.id)}
      >
        <IconTrash size={17} />
      </IconAction>
      <ActionButton
        right="can_manage_alerttemplates"
        variant="default"
        leftSection={<IconCopy size={16} />}
        onClick={copy}
      >
        {words.copy}
      </ActionButton>
    </Group>
  );
}
