/** The search of a page: `/` puts the cursor here, what is typed goes to the address. */
import { CloseButton, Group, TextInput, type TextInputProps } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ui } from "./messages";

interface SearchBoxProps extends Omit<TextInputProps, "value" | "onChange"> {
  value: string;
  onSearch: (text: string) => void;
  /** Called with every letter, before the search starts. */
  onType?: (text: string) => void;
  /** Beside the text. */
  help?: ReactNode;
}

/** Long enough to keep typing, short enough to feel immediate. */
const PAUSE = 180;

export function SearchBox({ value, onSearch, onType, help, ...others }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    onSearch(text);
  }, PAUSE);

  // The address changed by other means than typing here: Back, a link, a view.
  useEffect(() => {
    if (value === sent.current) return;
    send.cancel();
    sent.current = value;
    setTyped(value);
  }, [value, send]);
  // Somebody who leaves the box has finished typing.
  const blur = (event: FocusEvent<HTMLInputElement>) => {
    send.flush();
    others.onBlur?.(event);
  };

  const change = (text: string) => {
    setTyped(text);
    send(text);
    onType?.(text);
  };
  const clear = typed && <CloseButton size="sm" aria-label={ui.clear} onClick={() => change("")} />;
  return (
    <TextInput
      type="search"
      role="searchbox"
      aria-label={ui.search}
      placeholder={ui.search}
      leftSection={<IconSearch size={16} />}
      rightSection={
        help ? (
          <Group gap={2} wrap="nowrap" justify="flex-end" pr={4}>
            {clear}
            {help}
          </Group>
        ) : (
          clear
        )
      }
      {...(help && { rightSectionWidth: typed ? 56 : 30 })}
      data-page-search
      {...others}
      onBlur={blur}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
