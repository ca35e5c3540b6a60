/** Finds text in everything that the terminal still knows. */
import { CloseButton, Text, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import type { ISearchOptions, SearchAddon } from "@xterm/addon-search";
import { type KeyboardEvent, useEffect, useState } from "react";
import { IconAction } from "../../ui/actions";
import { ui } from "../../ui/messages";
import { remote as words } from "../messages";
import classes from "./Terminal.module.css";
import { FOUND } from "./theme";

interface SearchBarProps {
  search: SearchAddon;
  onClose: () => void;
}

const MARKED: ISearchOptions = { decorations: FOUND };

export function SearchBar({ search, onClose }: SearchBarProps) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ index: number; all: number } | null>(null);
  useEffect(() => {
    const listening = search.onDidChangeResults(({ resultIndex, resultCount }) =>
      setFound({ index: resultIndex + 1, all: resultCount }),
    );
    return () => listening.dispose();
  }, [search]);

  const type = (next: string) => {
    setText(next);
    if (next === "") search.clearDecorations();
    else search.findNext(next, { ...MARKED, incremental: true });
  };
  const step = (isBack: boolean) => {
    if (text === "") return;
    if (isBack) search.findPrevious(text, MARKED);
    else search.findNext(text, MARKED);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") step(event.shiftKey);
    else if (event.key === "Escape") onClose();
  };
  return (
    <search className={classes.search}>
      <TextInput
        size="xs"
        aria-label={words.search}
        placeholder={words.search}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        autoFocus
        style={{ flex: "1 1 160px", maxWidth: 320 }}
      />
      <Text size="xs" c="dimmed" role="status" className="numbers">
        {text !== "" && found && sayFound(found)}
      </Text>
      <IconAction label={words.searchPrevious} onClick={() => step(true)}>
        <IconChevronUp size={16} />
      </IconAction>
      <IconAction label={words.searchNext} onClick={() => step(false)}>
        <IconChevronDown size={16} />
      </IconAction>
      <CloseButton size="sm" ml="auto" aria-label={ui.close} onClick={onClose} />
    </search>
  );
}

const sayFound = ({ index, all }: { index: number; all: number }) =>
  all === 0 ? words.searchNone : words.searchFound(index, all);
