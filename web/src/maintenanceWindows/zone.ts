/** The time zone of the person who looks at the page. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

export const ownZone = (): string => zone;
