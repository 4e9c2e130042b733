import { type Times, utcTimes } from "../../projections/figures.js";

/** The option of a command that shows times. The shell reads it: `Output.times` has its answer. */
export const UTC_TIMES = ["--utc", "show times in UTC, not in the local zone"] as const;

/**
 * Times in the zone of the machine (`TZ`, else what the system has set). The name of the zone is
 * looked up when it is first shown: that loads `Intl`, which takes longer than a small command's work.
 */
export function localTimes(): Times {
  let zone: string | undefined;
  return {
    get zone() {
      return (zone ??= zoneName());
    },
    time: (at) => {
      const date = new Date(at);
      if (Number.isNaN(date.getTime())) return utcTimes.time(at); // as it stands in the log
      const day = [
        String(date.getFullYear()).padStart(4, "0"),
        date.getMonth() + 1,
        date.getDate(),
      ];
      const clock = [date.getHours(), date.getMinutes(), date.getSeconds()];
      return `${day.map(twoDigits).join("-")} ${clock.map(twoDigits).join(":")}`;
    },
  };
}

const IN_UTC = /\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** A message with its times as people see them, each with its zone. */
export function withTimes(message: string, times: Times): string {
  return message.replace(IN_UTC, (at) => `${times.time(at)} ${times.zone}`);
}

function twoDigits(part: number | string): string {
  return String(part).padStart(2, "0");
}

/** Without a zone that it knows, the machine's clock goes by UTC. */
function zoneName(): string {
  const options: Partial<Intl.ResolvedDateTimeFormatOptions> =
    Intl.DateTimeFormat().resolvedOptions();
  const { timeZone = "UTC" } = options;
  return timeZone === "Etc/Unknown" ? "UTC" : timeZone;
}
