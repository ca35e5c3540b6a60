/** The search of the agents' table: completes words, explains its syntax, and leads into the table. */
import {
  ActionIcon,
  Code,
  Combobox,
  Popover,
  Stack,
  Table,
  Text,
  useCombobox,
} from "@mantine/core";
import { IconHelpCircle } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { SearchBox } from "../ui/SearchBox";
import { agents } from "./messages";
import { completed, completionsOf, FIELDS, STATES } from "./searchWords";

interface AgentSearchProps {
  value: string;
  onSearch: (search: string) => void;
  /** Moves the keyboard focus into the table. */
  onEnter: () => void;
}

export function AgentSearch({ value, onSearch, onEnter }: AgentSearchProps) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [typed, setTyped] = useState("");
  const offered = completionsOf(typed);
  const isOffering = combobox.dropdownOpened && offered.length > 0;

  const type = (text: string) => {
    setTyped(text);
    combobox.resetSelectedOption();
    if (completionsOf(text).length > 0) combobox.openDropdown();
    else combobox.closeDropdown();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chooses = isOffering && combobox.getSelectedOptionIndex() !== -1;
    const enters = event.key === "Enter" ? !chooses : event.key === "ArrowDown" && !isOffering;
    if (!enters || event.nativeEvent.isComposing) return;
    event.preventDefault();
    combobox.closeDropdown();
    onEnter();
  };
  return (
    <Combobox
      store={combobox}
      withinPortal
      onOptionSubmit={(word) => {
        const search = completed(typed, word);
        type(search);
        onSearch(search);
      }}
    >
      <Combobox.Target withKeyboardNavigation={isOffering}>
        <SearchBox
          value={value}
          onSearch={onSearch}
          onType={type}
          onKeyDown={onKeyDown}
          onBlur={() => combobox.closeDropdown()}
          placeholder={agents.searchHint}
          help={<SearchHelp />}
          style={{ flex: "1 1 220px", maxWidth: 460 }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label={agents.searchHelp}>
          {offered.map(({ word, about }) => (
            <Combobox.Option key={word} value={word}>
              <Code>{word}</Code>{" "}
              <Text span size="xs" c="dimmed">
                {about}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The search syntax, behind a question mark. */
function SearchHelp() {
  const lines = [
    ...agents.searchExamples,
    ...Object.entries(FIELDS).map(([field, about]) => [`${field}:…`, about]),
    ...Object.entries(STATES).map(([state, about]) => [`is:${state}`, about]),
  ];
  return (
    <Popover width={330} position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={agents.searchHelp}>
          <IconHelpCircle size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" mah={360} style={{ overflowY: "auto" }} tabIndex={0}>
          <Text size="sm">{agents.searchAbout}</Text>
          <Table verticalSpacing={2} horizontalSpacing={4} withRowBorders={false}>
            <Table.Tbody>
              {lines.map(([example, about]) => (
                <Table.Tr key={example}>
                  <Table.Td>
                    <Code>{example}</Code>
                  </Table.Td>
                  <Table.Td>{about}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
