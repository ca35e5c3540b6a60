/** Who may do what with files, and whose they are. */
import { Checkbox, Group, Table, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Problem } from "../../api/problem";
import { FormDialog } from "../../ui/FormDialog";
import { useAction } from "../../ui/useAction";
import classes from "./Files.module.css";
import type { FileSession } from "./fileSession";
import { files as words } from "./messages";
import { octal, readMode } from "./rows";
import type { Entry } from "./wire";

interface PermissionsDialogProps {
  files: FileSession;
  entries: Entry[];
  onClose: () => void;
}

export function PermissionsDialog({ files, entries, onClose }: PermissionsDialogProps) {
  const [first] = entries;
  const before = {
    mode: first && first.mode !== null ? octal(first.mode & 0o7777) : "",
    isReadOnly: first?.read_only ?? false,
  };
  const hasMode = before.mode !== "";
  const [digits, setDigits] = useState(before.mode);
  const [isReadOnly, setReadOnly] = useState(before.isReadOnly);
  const [owner, setOwner] = useState("");
  const [group, setGroup] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const mode = readMode(digits);
  const save = useAction({
    act: async () => {
      const isChanged = hasMode ? digits !== before.mode : isReadOnly !== before.isReadOnly;
      for (const { name } of entries) {
        const path = files.pathOf(name);
        const rights = hasMode ? { mode: mode ?? 0 } : { read_only: isReadOnly };
        const owners = { ...(owner && { owner }), ...(group && { group }) };
        // The owner first: a new one takes some rights away.
        if (owner || group) await files.requests.ask("set_owner", { path, ...owners });
        // Several things may differ, and were not shown one by one.
        if (isChanged || (entries.length > 1 && hasMode)) {
          await files.requests.ask("set_permissions", { path, ...rights });
        }
      }
    },
    onDone: () => {
      onClose();
      void files.browser.reload();
    },
    onProblem: setProblem,
  });
  const isBad = hasMode && mode === null;
  return (
    <FormDialog
      title={words.permissionsTitle(words.things(entries.map(({ name }) => name)))}
      busy={save.isPending}
      dirty={digits !== before.mode || owner !== "" || group !== ""}
      problem={problem}
      onSubmit={() => !isBad && save.mutate()}
      onClose={onClose}
    >
      {hasMode ? (
        <>
          <TextInput
            label={words.mode}
            description={words.modeHint}
            value={digits}
            error={isBad && words.badMode}
            onChange={(event) => setDigits(event.currentTarget.value)}
            data-autofocus
          />
          <Matrix mode={mode ?? 0} onChange={(next) => setDigits(octal(next))} />
        </>
      ) : (
        <Checkbox
          label={words.readOnlyLabel}
          checked={isReadOnly}
          onChange={(event) => setReadOnly(event.currentTarget.checked)}
        />
      )}
      <Group grow align="flex-start">
        <TextInput
          label={words.owner}
          description={words.ownerHint}
          placeholder={first?.owner ?? ""}
          value={owner}
          onChange={(event) => setOwner(event.currentTarget.value.trim())}
        />
        <TextInput
          label={words.group}
          description={words.ownerHint}
          placeholder={first?.group ?? ""}
          value={group}
          onChange={(event) => setGroup(event.currentTarget.value.trim())}
        />
      </Group>
    </FormDialog>
  );
}

/** Nine ticks: who may do what. */
function Matrix({ mode, onChange }: { mode: number; onChange: (mode: number) => void }) {
  return (
    <Table className={classes.matrix} withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {words.who.map((who, row) => (
          <Table.Tr key={who}>
            <Table.Th>{who}</Table.Th>
            {words.may.map((may, column) => {
              const bit = 0o400 >> (row * 3 + column);
              return (
                <Table.Td key={may}>
                  <Checkbox
                    label={may}
                    aria-label={words.mayLabel(who, may)}
                    checked={(mode & bit) !== 0}
                    onChange={() => onChange(mode ^ bit)}
                  />
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
