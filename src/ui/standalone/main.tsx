import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { AboutProvider, Client, ClientProvider } from "../page/client.js";
import { Icon } from "../page/parts/icon.js";
import { ProblemBox } from "../page/notices.js";
import { usePlaceStore } from "../page/place-store.js";
import { SessionScreen } from "../page/session-screen.js";
import { useTheme } from "../page/theme.js";
import { aboutPage, KEY, openEmbedded } from "./answers.js";

interface StandaloneProps {
  readonly client: Client;
}

/** The views of `refold ui` for the one thread that this page holds. */
function Standalone({ client }: StandaloneProps) {
  const store = usePlaceStore();
  const [theme, nextTheme] = useTheme();
  useLayoutEffect(() => {
    if (store.place.session !== KEY) store.step({ session: KEY });
  }, [store]);
  return (
    <AboutProvider value={aboutPage(document.documentElement.dataset["version"] ?? "")}>
      <ClientProvider value={client}>
        <div class="app" data-view="session">
          <header class="top">
            <span class="brand">
              <Icon name="brand" />
              Refold
            </span>
            <span class="top-space" />
            <button type="button" class="icon-button" aria-label="Colours" onClick={nextTheme}>
              <Icon name={theme} />
            </button>
          </header>
          <SessionScreen sessionKey={KEY} />
        </div>
      </ClientProvider>
    </AboutProvider>
  );
}

const root = document.getElementById("app");
if (root !== null) {
  openEmbedded().then(
    (source) => render(<Standalone client={new Client(source)} />, root),
    (error: unknown) => render(<ProblemBox problem={error} />, root),
  );
}
