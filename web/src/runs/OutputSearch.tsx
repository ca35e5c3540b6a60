/** Searches the output beside it: all matches are marked, and shown one after the other. */
import { Group, Text, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from "@tabler/icons-react";
import { type RefObject, useEffect, useState } from "react";
import { IconAction } from "../ui/actions";
import { rangesIn } from "./findInOutput";
import { runs as words } from "./messages";

interface OutputSearchProps {
  frame: RefObject<HTMLElement | null>;
  /** What the frame shows: another text is searched again. */
  text: string;
  onClose: () => void;
}

const FOUND = "output-found";
const CURRENT = "output-current";

export function OutputSearch({ frame, text, onClose }: OutputSearchProps) {
  const [wanted, setWanted] = useState("");
  const [chosen, setChosen] = useState(0);
  const [ranges, setRanges] = useState<Range[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is searched again
  useEffect(() => {
    setRanges(frame.current ? rangesIn(frame.current, wanted.trim()) : []);
  }, [frame, wanted, text]);
  const at = ranges.length === 0 ? 0 : ((chosen % ranges.length) + ranges.length) % ranges.length;
  const current = ranges[at];
  useEffect(() => mark(ranges, current), [ranges, current]);
  useEffect(() => {
    if (current && frame.current) show(frame.current, current);
  }, [frame, current]);
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        size="xs"
        aria-label={words.searchOutput}
        placeholder={words.searchOutput}
        leftSection={<IconSearch size={13} />}
        autoFocus
        value={wanted}
        onChange={(event) => {
          setWanted(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key !== "Enter") return;
          event.preventDefault();
          setChosen(chosen + (event.shiftKey ? -1 : 1));
        }}
      />
      <Text size="xs" c="dimmed" role="status" className="numbers" miw={56} ta="center">
        {wanted.trim() !== "" && words.found(ranges.length === 0 ? 0 : at + 1, ranges.length)}
      </Text>
      <IconAction label={words.previous} size="sm" onClick={() => setChosen(chosen - 1)}>
        <IconChevronUp size={14} />
      </IconAction>
      <IconAction label={words.next} size="sm" onClick={() => setChosen(chosen + 1)}>
        <IconChevronDown size={14} />
      </IconAction>
      <IconAction label={words.closeSearch} size="sm" onClick={onClose}>
        <IconX size={14} />
      </IconAction>
    </Group>
  );
}

/** Marks matches without changing the document. */
function mark(ranges: Range[], current: Range | undefined) {
  // Where the browser cannot, matches are still counted and shown one by one.
  if (!("highlights" in CSS)) return;
  CSS.highlights.set(FOUND, new Highlight(...ranges));
  CSS.highlights.set(CURRENT, current ? new Highlight(current) : new Highlight());
  return () => {
    CSS.highlights.delete(FOUND);
    CSS.highlights.delete(CURRENT);
  };
}

function show(frame: HTMLElement, range: Range) {
  const move = () => {
    const place = range.getBoundingClientRect();
    const { top, left } = frame.getBoundingClientRect();
    frame.scrollTop += place.top - top - frame.clientHeight / 2;
    const isAside = place.left < left || place.right > left + frame.clientWidth;
    if (isAside) frame.scrollLeft += place.left - left - frame.clientWidth / 2;
  };
  move();
  // Lines that were not rendered before have their real height now.
  requestAnimationFrame(move);
}
