/** What an action needs besides its targets. */
import { Select, Stack, Text } from "@mantine/core";
import { EditFields } from "./EditFields";
import type { FieldsProps } from "./fields";
import { bulk as words } from "./messages";
import { PaceFields } from "./PaceFields";
import { PackageFields } from "./PackageFields";
import { CommandFields, ScriptFields } from "./RunFields";

/** Settings change at once, and checks run only on agents that are online: nothing waits. */
const WITHOUT_PACE = ["edit", "checks"];

export function BulkFields({ mode, fields, errors, onChange }: FieldsProps & { mode: string }) {
  const shared = { fields, errors, onChange };
  return (
    <Stack gap="sm">
      {mode === "command" && <CommandFields {...shared} />}
      {mode === "script" && <ScriptFields {...shared} />}
      {mode === "patch" && (
        <Select
          label={words.patchMode}
          data={[
            { value: "scan", label: words.patchScan },
            { value: "install", label: words.patchInstall },
          ]}
          value={fields.patchMode ?? "scan"}
          error={errors.patchMode}
          onChange={(patchMode) => onChange({ ...fields, patchMode })}
          allowDeselect={false}
        />
      )}
      {mode === "software" && <PackageFields {...shared} />}
      {mode === "checks" && <Text size="sm">{words.checksText}</Text>}
      {mode === "update" && <Text size="sm">{words.updateText}</Text>}
      {mode === "recover" && <Text size="sm">{words.recoverText}</Text>}
      {mode === "edit" && <EditFields {...shared} />}
      {!WITHOUT_PACE.includes(mode) && <PaceFields {...shared} />}
    </Stack>
  );
}
