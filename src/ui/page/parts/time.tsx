import { useStaticLook } from "../static-look.js";

const FORMAT = new Intl.DateTimeFormat(undefined, {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A time in the reader's zone: `2025-11-01 00:36`. */
export function localTime(at: string): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return at;
  const parts = new Map(FORMAT.formatToParts(time).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
  return `${of("year")}-${of("month")}-${of("day")} ${of("hour")}:${of("minute")}`;
}

/** @param at RFC 3339 */
export function Time({ at }: { readonly at: string }) {
  const look = useStaticLook();
  return (
    <time dateTime={at} title={at}>
      {look === null ? localTime(at) : look.times.time(at)}
    </time>
  );
}
