/** One script: its code on the left; details, a test, versions and uses on the right. */
import { Alert, Box, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useHotkeys } from "@mantine/hooks";
import { IconCopy, IconDeviceFloppy, IconDownload, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { answer, api, type Schema } from "../api/client";
import type { Problem } from "../api/problem";
import { seen } from "../conflicts/asking";
import { useSeen } from "../conflicts/useSeen";
import { ActionButton, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { FormProblems } from "../ui/FormProblems";
import { Page, Panel } from "../ui/Page";
import { saveFile } from "../ui/saveFile";
import { LinesSkeleton, Loaded, ProblemNotice } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useFilter } from "../ui/useFilter";
import { useFresh } from "../ui/useFresh";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { useProblem } from "../ui/useProblem";
import { DeleteScript } from "./DeleteScript";
import { DetailsPanel } from "./DetailsPanel";
import { scripts as words } from "./messages";
import { type Script, scriptQuery, snippetsQuery } from "./queries";
import classes from "./ScriptPage.module.css";
import { TestPanel } from "./TestPanel";
import { UsagePanel } from "./UsagePanel";
import { VersionsPanel } from "./VersionsPanel";

const CodeEditor = lazy(() => import("./CodeEditor"));

export default function ScriptPage() {
  const { scriptId } = useParams({ from: "/shell/scripts/$scriptId" });
  const isNew = scriptId === "new";
  const query = useQuery({ ...scriptQuery(Number(scriptId)), enabled: !isNew });
  if (isNew) return <Editor key="new" />;
  if (query.data) return <Editor key={query.data.id} script={query.data} />;
  return (
    <Page title={words.title} bare>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function valuesOf(script?: Script) {
  return {
    name: script?.name ?? "",
    description: script?.description ?? "",
    category: script?.category ?? "",
    shell: script?.shell ?? "shell",
    script_body: script?.script_body ?? "",
    default_timeout: script?.default_timeout ?? 90,
    args: script?.args ?? [],
    env_vars: script?.env_vars ?? [],
    syntax: script?.syntax ?? "",
    supported_platforms: script?.supported_platforms ?? [],
    run_as_user: script?.run_as_user ?? false,
    favorite: script?.favorite ?? false,
    hidden: script?.hidden ?? false,
  };
}

export type ScriptValues = ReturnType<typeof valuesOf>;
export type ScriptForm = UseFormReturnType<ScriptValues>;

function Editor({ script }: { script?: Script }) {
  const dialog = useDialog();
  const [panel, setPanel] = useFilter("panel");
  const [compared, setCompared] = useState<string>();
  const { data: snippets = [] } = useQuery(snippetsQuery);
  const form = useForm<ScriptValues>({ initialValues: valuesOf(script) });
  const stored = useMemo(() => valuesOf(script), [script]);
  useFresh(form, stored);
  const { problem, show } = useProblem(form);
  const builtin = script?.script_type === "builtin";
  const save = useSave(script, form, (refusal) => {
    // Most of what can be wrong is there.
    if (Object.keys(refusal.fields).some((name) => name !== "script_body")) setPanel("");
    show(refusal);
  });
  useLeaveGuard(form.isDirty() && !save.isSuccess);
  const submit = form.onSubmit((values) => {
    if (!builtin) save.mutate(values);
  });
  useHotkeys([["mod+S", () => submit()]], []);
  const shown = panel || "details";
  return (
    <Page
      title={script?.name ?? words.newTitle}
      about={script?.description}
      actions={
        <>
          {script && <ScriptActions script={script} />}
          <FormProblems errors={form.errors} />
          {!builtin && (
            <ActionButton
              right="can_manage_scripts"
              leftSection={<IconDeviceFloppy size={16} />}
              loading={save.isPending}
              onClick={() => submit()}
            >
              {words.save}
            </ActionButton>
          )}
        </>
      }
    >
      {builtin && <Alert color="gray">{words.builtinNotice}</Alert>}
      {problem && <ProblemNotice error={problem} />}
      <div className={classes.page}>
        <Box className={classes.code}>
          <Suspense fallback={<LinesSkeleton lines={14} />}>
            <CodeEditor
              label={words.code}
              value={form.values.script_body}
              shell={form.values.shell}
              readOnly={builtin}
              snippets={snippets.map((snippet) => snippet.name)}
              original={compared}
              onChange={(code) => form.setFieldValue("script_body", code)}
            />
          </Suspense>
          {form.errors.script_body && (
            <Text size="sm" c="var(--tone-bad)" mt={4} role="alert" tabIndex={-1} data-wrong>
              {form.errors.script_body}
            </Text>
          )}
        </Box>
        <Stack gap="sm" miw={0}>
          <SegmentedControl
            value={shown}
            onChange={(next) => setPanel(next === "details" ? "" : next)}
            data={[
              { value: "details", label: words.details },
              { value: "test", label: words.test },
              ...(script
                ? [
                    { value: "versions", label: words.versions },
                    { value: "usage", label: words.usage },
                  ]
                : []),
            ]}
          />
          <Panel>
            {shown === "details" && <DetailsPanel form={form} locked={builtin} />}
            {shown === "test" && <TestPanel values={form.values} />}
            {shown === "versions" && script && (
              <VersionsPanel script={script} compared={compared} onCompare={setCompared} />
            )}
            {shown === "usage" && script && <UsagePanel script={script} />}
          </Panel>
        </Stack>
      </div>
      {script && dialog.open?.name === "delete-script" && (
        <DeleteScript script={script} onClose={dialog.close} />
      )}
    </Page>
  );
}

function useSave(
  script: Script | undefined,
  form: ScriptForm,
  onProblem: (problem: Problem) => void,
) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const opened = useSeen(script, form.isDirty());
  return useAction({
    act: (values: ScriptValues): Promise<Schema<"Script">> =>
      script
        ? answer(
            api.PUT("/scripts/{id}/", {
              params: { path: { id: script.id } },
              headers: seen(opened.current),
              body: values,
            }),
          )
        : answer(api.POST("/scripts/", { body: values })),
    done: (saved) => (script ? words.saved(saved.name) : words.created(saved.name)),
    refresh: [["scripts"]],
    onDone: (saved) => {
      form.resetDirty();
      if (script) {
        client.setQueryData(scriptQuery(script.id).queryKey, saved);
        return;
      }
      // The guard must have seen that nothing is left to save.
      setTimeout(() => {
        void navigate({ to: "/scripts/$scriptId", params: { scriptId: String(saved.id) } });
      });
    },
    onProblem,
  });
}

function ScriptActions({ script }: { script: Script }) {
  const dialog = useDialog();
  const navigate = useNavigate();
  const download = useAction({
    act: () => answer(api.GET("/scripts/{id}/download/", { params: { path: { id: script.id } } })),
    onDone: ({ filename, code }) => saveFile(filename, code),
  });
  const copy = useAction({
    act: () => {
      const body = { ...valuesOf(script), name: words.copyName(script.name), favorite: false };
      return answer(api.POST("/scripts/", { body }));
    },
    done: (made) => words.created(made.name),
    refresh: [["scripts", "list"]],
    onDone: (made) =>
      void navigate({ to: "/scripts/$scriptId", params: { scriptId: String(made.id) } }),
  });
  return (
    <Group gap="xs">
      <IconAction
        label={words.download}
        variant="default"
        size={36}
        onClick={() => download.mutate()}
      >
        <IconDownload size={17} />
      </IconAction>
      {script.script_type !== "builtin" && (
        <IconAction
          label={words.remove}
          right="can_manage_scripts"
          variant="default"
          size={36}
          onClick={() => dialog.show("delete-script")}
        >
          <IconTrash size={17} />
        </IconAction>
      )}
      <ActionButton
        right="can_manage_scripts"
        variant="default"
        leftSection={<IconCopy size={16} />}
        loading={copy.isPending}
        onClick={() => copy.mutate()}
      >
        {words.copy}
      </ActionButton>
    </Group>
  );
}
