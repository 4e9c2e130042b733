import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { About } from "../api.js";

const NOTHING: About = {
  version: "",
  home: "",
  readOnly: true,
  providers: [],
  models: [],
  strategies: [],
  opened: null,
};
const AboutContext = createContext(NOTHING);
export const AboutProvider = AboutContext.Provider;
/** What holds for as long as the server runs. */
export const useAbout = (): About => useContext(AboutContext);
