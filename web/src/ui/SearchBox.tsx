/** The search of a page: `/` puts the cursor here, what is typed goes to the address. */
import { CloseButton, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { ui } from "./messages";

interface SearchBoxProps extends Omit<TextInputProps, "value" | "onChange"> {
  value: string;
  onSearch: (text: string) => void;
}

/** Long enough to type on, short enough to feel like an answer. */
const PAUSE = 180;

export function SearchBox({ value, onSearch, ...others }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    onSearch(text);
  }, PAUSE);

  // The address changed by other means than typing here: Back, a link, a view.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  const change = (text: string) => {
    setTyped(text);
    send(text);
  };
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={ui.search}
      placeholder={ui.search}
      leftSection={<IconSearch size={16} />}
      rightSection={
        typed && <CloseButton size="sm" aria-label={ui.clear} onClick={() => change("")} />
      }
      data-page-search
      {...others}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
