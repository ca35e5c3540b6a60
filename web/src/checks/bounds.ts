/** What the numbers of a check may be: as the API describes them, else as the server checks them. */
import * as rules from "../api/rules.gen";

interface Bounds {
  min?: number;
  max?: number;
  maxLength?: number;
}

/** Bounds that the description of the API does not have. */
const OTHERS: Record<string, Bounds> = {
  warning_free_gb: { min: 0 },
  error_free_gb: { min: 0 },
  recovery_threshold: { min: 0, max: 100 },
  warning_latency_ms: { min: 0, max: 60_000 },
  error_latency_ms: { min: 0, max: 60_000 },
  warning_loss_percent: { min: 0, max: 100 },
  error_loss_percent: { min: 0, max: 100 },
  run_interval: { min: 0, max: 86_400 },
};

export function boundsOf(field: string): Bounds {
  const described: Record<string, Bounds> = rules.CheckBody;
  return { ...OTHERS[field], ...described[field] };
}
