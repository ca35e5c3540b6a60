/** One script: its code on the left; details, a test, versions and uses on the right. */
import { Alert, Box, SegmentedControl, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useHotkeys } from "@mantine/hooks";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { FormProblems } from "../ui/FormProblems";
import { Page, Panel } from "../ui/Page";
import { LinesSkeleton, Loaded, ProblemNotice } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { useFresh } from "../ui/useFresh";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { useProblem } from "../ui/useProblem";
import { ApprovalNotice } from "./ApprovalNotice";
import { DeleteScript } from "./DeleteScript";
import { DetailsPanel } from "./DetailsPanel";
import { type ScriptValues, scriptValues } from "./form";
import { scripts as words } from "./messages";
import { type Script, scriptQuery, snippetsQuery } from "./queries";
import { ScriptActions } from "./ScriptActions";
import classes from "./ScriptPage.module.css";
import { TestPanel } from "./TestPanel";
import { UsagePanel } from "./UsagePanel";
import { useSaveScript } from "./useSaveScript";
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

function Editor({ script }: { script?: Script }) {
  const dialog = useDialog();
  const [panel, setPanel] = useFilter("panel");
  const [compared, setCompared] = useState<string>();
  const { data: snippets = [] } = useQuery(snippetsQuery);
  const form = useForm<ScriptValues>({ initialValues: scriptValues(script) });
  const stored = useMemo(() => scriptValues(script), [script]);
  useFresh(form, stored);
  const { problem, show } = useProblem(form);
  const builtin = script?.script_type === "builtin";
  const save = useSaveScript(script, form, (refusal) => {
    // Most fields that can be wrong are there.
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
      {script && <ApprovalNotice script={script} />}
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
