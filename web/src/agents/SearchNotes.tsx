/** Names fields and states of the search that do not exist: otherwise nobody would know why nothing matches. */
import { Text } from "@mantine/core";
import { unknownIn } from "./searchWords";

export function SearchNotes({ search }: { search: string }) {
  const unknown = unknownIn(search);
  return (
    <Text size="sm" c="var(--tone-warning)" role="status" component="div" hidden={!unknown.length}>
      {unknown.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Text>
  );
}
