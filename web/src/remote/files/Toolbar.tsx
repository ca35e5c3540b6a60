/** The most frequent actions as buttons; all of them in a menu, which is what a phone has. */
import { Button, FileButton, Menu } from "@mantine/core";
import {
  IconArrowsRightLeft,
  IconChevronDown,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconFolderPlus,
  IconUpload,
} from "@tabler/icons-react";
import { type ChangeEvent, useRef } from "react";
import { ActionButton, IconAction } from "../../ui/actions";
import { FileMenu } from "./FileMenu";
import classes from "./Files.module.css";
import type { FileSession } from "./fileSession";
import { chosenFiles } from "./localFiles";
import { files as words } from "./messages";
import { attempt, type Commands, report } from "./useCommands";
import type { Panel } from "./usePanel";

interface ToolbarProps {
  files: FileSession;
  panel: Panel;
  commands: Commands;
}

export function Toolbar({ files, panel, commands }: ToolbarProps) {
  const { blocked, other } = commands;
  const { showsHidden, setShowsHidden } = panel;
  return (
    <div className={`${classes.bar} ${classes.tools}`}>
      <UploadMenu files={files} blocked={blocked.here} />
      <IconAction label={words.newFolder} blocked={blocked.here} onClick={commands.newFolder}>
        <IconFolderPlus size={16} />
      </IconAction>
      <IconAction label={words.download} blocked={blocked.some} onClick={commands.download}>
        <IconDownload size={16} />
      </IconAction>
      {other && (
        <ActionButton
          size="compact-sm"
          variant="default"
          blocked={blocked.across}
          leftSection={<IconArrowsRightLeft size={14} />}
          onClick={commands.copyAcross}
        >
          {words.copyAcross}
        </ActionButton>
      )}
      <div className={classes.end}>
        <IconAction
          label={words.hidden}
          aria-pressed={showsHidden}
          onClick={() => setShowsHidden(!showsHidden)}
        >
          {showsHidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
        </IconAction>
        <Menu position="bottom-end" width={230}>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              rightSection={<IconChevronDown size={14} />}
            >
              {words.actions}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <FileMenu commands={commands} />
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}

function UploadMenu({ files, blocked }: { files: FileSession; blocked: string | undefined }) {
  const folderInput = useRef<HTMLInputElement>(null);
  const reset = useRef<() => void>(null);
  const put = (list: Iterable<File>) => {
    const { folder } = files;
    if (folder === null) return;
    try {
      attempt(files.upload(chosenFiles(list), folder));
    } catch (error) {
      report(error);
    }
  };
  const chooseFolder = (event: ChangeEvent<HTMLInputElement>) => {
    put([...(event.currentTarget.files ?? [])]);
    // The same folder may be chosen again.
    event.currentTarget.value = "";
  };
  const chooseFiles = (chosen: File[]) => {
    put(chosen);
    reset.current?.();
  };
  return (
    <>
      <FileButton multiple resetRef={reset} onChange={chooseFiles}>
        {({ onClick }) => (
          <ActionButton
            size="compact-sm"
            blocked={blocked}
            leftSection={<IconUpload size={14} />}
            onClick={onClick}
          >
            {words.upload}
          </ActionButton>
        )}
      </FileButton>
      <input
        ref={folderInput}
        type="file"
        hidden
        multiple
        aria-label={words.uploadFolder}
        {...{ webkitdirectory: "" }}
        onChange={chooseFolder}
      />
      <ActionButton
        size="compact-sm"
        variant="default"
        blocked={blocked}
        onClick={() => folderInput.current?.click()}
      >
        {words.uploadFolder}
      </ActionButton>
    </>
  );
}
