/** Shown instead of a page that the role does not allow, with what to do about it. */
import { IconLock } from "@tabler/icons-react";
import { allows, type Right } from "../session/rights";
import { ButtonLink } from "../ui/links";
import { Page } from "../ui/Page";
import { Empty } from "../ui/states";
import { frame } from "./messages";
import type { NavigationPage } from "./navigation";

interface NoRightProps {
  page: NavigationPage;
  /** Whether the person has any rights at all. */
  hasRole: boolean;
}

export function NoRight({ page, hasRole }: NoRightProps) {
  const icon = <IconLock size={26} stroke={1.5} />;
  if (!hasRole) {
    return (
      <Page title={frame.welcome}>
        <Empty title={frame.noRole} hint={frame.noRoleHint} icon={icon}>
          <ButtonLink to="/account" variant="default">
            {frame.account}
          </ButtonLink>
        </Empty>
      </Page>
    );
  }
  const needed = [page.right, ...(page.anyOf ?? [])].filter((right): right is Right => !!right);
  return (
    <Page title={page.label}>
      <Empty
        title={frame.noRight}
        hint={frame.noRightHint(needed.map((right) => allows[right]))}
        icon={icon}
      />
    </Page>
  );
}
