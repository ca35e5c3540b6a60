import { Page } from "../ui/Page";
import { AuditList } from "./AuditList";
import { auditLog } from "./messages";

export default function AuditPage() {
  return (
    <Page title={auditLog.title} about={auditLog.about}>
      <AuditList />
    </Page>
  );
}
