/** What the server says about measurements. */
import type { Schema } from "../api/client";

export type AgentMetrics = Schema<"AgentMetrics">;
export type MetricSeries = Schema<"MetricSeries">;
