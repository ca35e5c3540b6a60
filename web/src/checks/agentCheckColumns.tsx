/** What the checks of an agent show, row by row. */
import type { Column } from "../ui/column";
import { Ago } from "../ui/Moment";
import { AlertToggles } from "./AlertToggles";
import { CheckName, CheckSource, MoreInfo, whyLocked } from "./CheckCells";
import { CheckMenu } from "./CheckMenu";
import { CheckState } from "./CheckState";
import { checks as words } from "./messages";
import { nameOf, rankOf, stateOf } from "./order";
import { Sparkline } from "./Sparkline";
import { type Check, resultOf } from "./types";

export function agentCheckColumns(agentId: string): Column<Check>[] {
  return [
    {
      id: "status",
      title: words.status,
      width: 150,
      wide: true,
      cell: (check) => <CheckState state={stateOf(check)} />,
      sort: (check) => rankOf(stateOf(check)),
    },
    {
      id: "name",
      title: words.name,
      cell: (check) => <CheckName check={check} agentId={agentId} />,
      sort: nameOf,
    },
    {
      id: "result",
      title: words.moreInfo,
      wide: true,
      cell: (check) => <MoreInfo check={check} />,
      sort: (check) => resultOf(check)?.more_info,
    },
    {
      id: "recent",
      title: words.recent,
      width: 110,
      wide: true,
      cell: (check) => <Sparkline check={check} agentId={agentId} />,
    },
    {
      id: "last",
      title: words.lastRun,
      wide: true,
      cell: (check) => <Ago time={resultOf(check)?.last_run} />,
      sort: (check) => resultOf(check)?.last_run,
    },
    {
      id: "source",
      title: words.source,
      wide: true,
      cell: (check) => <CheckSource check={check} />,
      sort: (check) => check.policy_name ?? "",
    },
    {
      id: "alerts",
      title: words.alerts,
      width: 110,
      wide: true,
      cell: (check) => <AlertToggles check={check} blocked={whyLocked(check)} />,
    },
    {
      id: "actions",
      title: "",
      width: 56,
      align: "right",
      cell: (check) => <CheckMenu check={check} agentId={agentId} />,
    },
  ];
}
