import { texts } from "../texts/texts";

export const metricColumn = texts({
  unknown: "Unknown",
  of: (label: string, value: string) => `${label}: ${value}`,
  title: {
    cpu: "Processor used",
    memory: "Memory used",
    swap: "Swap used",
    load1: "Load, 1 minute",
    load5: "Load, 5 minutes",
    load15: "Load, 15 minutes",
    disk_used: "Fullest disk",
    disk_free: "Least free space",
    inodes_used: "Most inodes used",
    disk_read: "Disk read",
    disk_write: "Disk written",
    net_received: "Network received",
    net_sent: "Network sent",
    processes: "Processes",
    temperature: "Temperature",
  },
});
