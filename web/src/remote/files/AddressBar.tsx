/** Where one is in the folders: the way as links, or a path to type; back, forward and up. */
import { TextInput, UnstyledButton } from "@mantine/core";
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconChevronRight,
  IconPencil,
  IconRefresh,
} from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconAction } from "../../ui/actions";
import type { BrowserStatus } from "./browser";
import classes from "./Files.module.css";
import type { FileSession } from "./fileSession";
import { files as words } from "./messages";
import { COMPUTER, cleanedPath, crumbsOf } from "./paths";
import { attempt } from "./useCommands";

interface AddressBarProps {
  files: FileSession;
  status: BrowserStatus;
}

export function AddressBar({ files, status }: AddressBarProps) {
  const { browser } = files;
  const { path, roots, canGoBack, canGoForward, isLoading } = status;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div className={classes.bar}>
      <IconAction label={words.back} disabled={!canGoBack} onClick={() => attempt(browser.back())}>
        <IconArrowLeft size={16} />
      </IconAction>
      <IconAction
        label={words.forward}
        disabled={!canGoForward}
        onClick={() => attempt(browser.forward())}
      >
        <IconArrowRight size={16} />
      </IconAction>
      <IconAction
        label={words.up}
        disabled={!path || (roots.length < 2 && crumbsOf(path).length < 2)}
        onClick={() => attempt(browser.up())}
      >
        <IconArrowUp size={16} />
      </IconAction>
      {typed === null ? (
        <Crumbs files={files} status={status} />
      ) : (
        <PathInput
          typed={typed}
          onType={setTyped}
          onOpen={(wanted) => attempt(browser.open(wanted))}
        />
      )}
      <IconAction label={words.editAddress} onClick={() => setTyped(path ?? COMPUTER)}>
        <IconPencil size={16} />
      </IconAction>
      <IconAction
        label={words.reload}
        loading={isLoading}
        onClick={() => attempt(browser.reload())}
      >
        <IconRefresh size={16} />
      </IconAction>
    </div>
  );
}

interface PathInputProps {
  typed: string;
  onType: (typed: string | null) => void;
  onOpen: (path: string) => void;
}

function PathInput({ typed, onType, onOpen }: PathInputProps) {
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onType(null);
    if (event.key !== "Enter") return;
    onOpen(cleanedPath(typed));
    onType(null);
  };
  return (
    <TextInput
      size="xs"
      flex={1}
      aria-label={words.address}
      placeholder={words.addressHint}
      value={typed}
      autoFocus
      autoComplete="off"
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onType(event.currentTarget.value)}
      onBlur={() => onType(null)}
      onKeyDown={press}
    />
  );
}

function Crumbs({ files, status }: AddressBarProps) {
  const { path, roots } = status;
  const list = useRef<HTMLOListElement>(null);
  // Where one is matters more than where the way begins.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder has another way
  useEffect(() => void list.current?.scrollTo({ left: list.current.scrollWidth }), [path]);
  const way = path === null ? [] : crumbsOf(path);
  const computer = { name: words.computer, path: COMPUTER };
  const crumbs = roots.length > 1 ? [computer, ...way] : way;
  return (
    <ol ref={list} className={classes.crumbs} aria-label={words.way}>
      {crumbs.map((crumb, at) => (
        <li key={crumb.path}>
          {at > 0 && <IconChevronRight size={12} aria-hidden />}
          <UnstyledButton
            className={classes.crumb}
            fz="sm"
            aria-current={crumb.path === path ? "location" : undefined}
            onClick={() => attempt(files.browser.open(crumb.path))}
          >
            {crumb.name}
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
