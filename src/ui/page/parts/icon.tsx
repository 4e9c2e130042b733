/** Paths of 16 × 16 drawings, in strokes of the text's colour. */
const PATHS = {
  brand: "M2.5 4h7M2.5 8h11M2.5 12h5M13.5 4l-2 2M11.5 4l2 2",
  side: "M2.5 3h11v10h-11zM6.5 3v10",
  system: "M2.5 3.5h11v7h-11zM5.5 13h5M8 10.5V13",
  light:
    "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1",
  dark: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z",
  help: "M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8M6.2 6.3a1.8 1.8 0 1 1 2.5 1.6c-.5.3-.7.6-.7 1.2M8 11.4v.2",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.2 3.2",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  warning: "M8 2.2l6.2 11.3H1.8zM8 6.5v3.2M8 11.5v.2",
  back: "M10 3L5 8l5 5",
  on: "M6 3l5 5-5 5",
  backTurn: "M12 3L7 8l5 5M4 3v10",
  onTurn: "M4 3l5 5-5 5M12 3v10",
  end: "M3.5 3l5 5-5 5M12.5 3v10",
  close: "M4 4l8 8M12 4l-8 8",
} as const;

export type IconName = keyof typeof PATHS;

/** Beside words or a label: by itself it says nothing to those who cannot see it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
