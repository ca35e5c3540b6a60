/** Everything that is known about one update of an agent. */
import { Anchor, Stack, Text } from "@mantine/core";
import { formatBytes, formatMoment } from "../texts/format";
import { type Fact, Facts } from "../ui/Facts";
import { ArticleLinks } from "./ArticleLinks";
import { articlesOf } from "./articles";
import { updates as words } from "./messages";
import type { AgentUpdate } from "./queries";

export function UpdateDetails({ update }: { update: AgentUpdate }) {
  return (
    <Stack gap="xs">
      {update.description && <Text size="sm">{update.description}</Text>}
      <Facts facts={factsOf(update)} />
    </Stack>
  );
}

function factsOf(update: AgentUpdate): Fact[] {
  const { support_url, more_info_urls, date_installed } = update;
  const yes = (is: boolean, sentence: string) => (is ? sentence : "");
  return [
    [words.article, articlesOf(update).length > 0 ? <ArticleLinks update={update} /> : ""],
    [words.severity, update.severity],
    [words.categories, update.categories.join(", ")],
    [words.size, sizeText(update)],
    [words.reboot, yes(update.needs_reboot, words.needsReboot)],
    [words.input, yes(update.can_ask_for_input, words.mayAsk)],
    [words.hiddenTitle, yes(update.hidden, words.hiddenWhy(update.action === "ignore"))],
    [words.kind, yes(update.driver, words.driver)],
    [words.lastError, update.error ?? ""],
    [words.attempts, update.attempts > 0 ? update.attempts : ""],
    [words.installedOn, date_installed ? formatMoment(date_installed) : ""],
    [words.pages, more_info_urls.length > 0 ? more_info_urls.map(pageLink) : ""],
    [words.support, support_url ? pageLink(support_url) : ""],
    [words.source, update.source],
    [words.identifier, update.guid],
    [words.revision, update.revision_number > 0 ? update.revision_number : ""],
  ];
}

/** The most that is downloaded, and whether that has happened. */
function sizeText({ size_bytes, downloaded }: AgentUpdate): string {
  if (size_bytes == null) return "";
  const size = formatBytes(size_bytes);
  return downloaded ? words.sizeThere(size) : size;
}

const pageLink = (address: string) => (
  <Text key={address} inherit lineClamp={1}>
    <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
      {address}
    </Anchor>
  </Text>
);
