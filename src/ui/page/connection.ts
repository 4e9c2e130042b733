import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Whether the server answers, for all views at once. */
export interface Connection {
  /** Counts how often it came back: whoever waits asks again. */
  readonly restarts: number;
  /** Says what a request ended with. */
  readonly report: (problem: unknown) => void;
}

const ConnectionContext = createContext<Connection>({ restarts: 0, report: () => undefined });
export const ConnectionProvider = ConnectionContext.Provider;
export const useConnection = (): Connection => useContext(ConnectionContext);
