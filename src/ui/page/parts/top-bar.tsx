import { useAbout } from "../client.js";
import { formatPlace, homePlace } from "../place.js";
import type { Theme } from "../theme.js";
import { Icon } from "./icon.js";

interface TopBarProps {
  readonly theme: Theme;
  readonly onTheme: () => void;
  readonly onHelp: () => void;
  /** Null: there is no list beside what is shown. */
  readonly onSide: (() => void) | null;
  readonly hasSide: boolean;
}

const THEME_WORDS: Readonly<Record<Theme, string>> = {
  system: "Colours: as the system has them",
  light: "Colours: light",
  dark: "Colours: dark",
};

export function TopBar({ theme, onTheme, onHelp, onSide, hasSide }: TopBarProps) {
  const about = useAbout();
  return (
    <header class="top">
      {onSide !== null && (
        <button
          type="button"
          class="icon-button"
          title="List of sessions"
          aria-label="List of sessions"
          aria-pressed={hasSide}
          onClick={onSide}
        >
          <Icon name="side" />
        </button>
      )}
      <a class="brand" href={formatPlace(homePlace)}>
        <Icon name="brand" />
        Refold
      </a>
      <span class="top-home" title={about.home}>
        {about.home}
      </span>
      {about.readOnly && <span class="tag">read-only</span>}
      <span class="top-space" />
      <span class="quiet top-version">{about.version}</span>
      <button
        type="button"
        class="icon-button"
        title={THEME_WORDS[theme]}
        aria-label={THEME_WORDS[theme]}
        onClick={onTheme}
      >
        <Icon name={theme} />
      </button>
      <button
        type="button"
        class="icon-button"
        title="Keys (?)"
        aria-label="Help: keys"
        onClick={onHelp}
      >
        <Icon name="help" />
      </button>
    </header>
  );
}
