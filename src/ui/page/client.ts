import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ActName, Acts } from "../api-acts.js";
import type {
  CacheWindow,
  DiffWindow,
  Ending,
  ForgottenWindow,
  PromptWindow,
  TextWindow,
  TranscriptWindow,
  TreeWindow,
} from "../api-views.js";
import type {
  About,
  EventDetail,
  SearchAnswer,
  SessionsWindow,
  SessionView,
  StepAnswer,
  Timeline,
} from "../api.js";
import { followServer, Problem, askServer, type Request, sessionPath } from "./server.js";

/** What is asked of the server as a whole, by the last part of the path (`src/ui/api.ts`). */
interface Answers {
  readonly about: About;
  readonly sessions: SessionsWindow;
  readonly search: SearchAnswer;
  readonly diff: DiffWindow;
}

/** What is asked of one session. */
interface SessionAnswers {
  readonly "": SessionView;
  readonly timeline: Timeline;
  readonly step: StepAnswer;
  readonly event: EventDetail;
  readonly prompt: PromptWindow;
  readonly text: TextWindow;
  readonly original: TextWindow;
  readonly body: unknown;
  readonly cache: CacheWindow;
  readonly forgotten: ForgottenWindow;
  readonly tree: TreeWindow;
  readonly transcript: TranscriptWindow;
  readonly ending: Ending;
}

type Query = Request["query"];

/** Where answers come from: the server, or data that the page itself holds. */
export interface Source {
  /** @throws {Problem} */
  readonly ask: (request: Request) => Promise<unknown>;
  /** Null: nothing is written any more. */
  readonly follow: typeof followServer | null;
  /** The address of a picture of the server's; null: it cannot be shown. */
  readonly picture: (path: string) => Promise<string | null>;
}

const SERVER: Source = {
  ask: askServer,
  follow: followServer,
  picture: (path) => Promise.resolve(path),
};

/** Where the views get what they show. Each method throws a `Problem`. */
export class Client {
  constructor(private readonly source: Source = SERVER) {}

  get follow(): Source["follow"] {
    return this.source.follow;
  }

  picture(path: string): Promise<string | null> {
    return this.source.picture(path);
  }

  ask<Name extends keyof Answers>(
    name: Name,
    query: Query = {},
    signal?: AbortSignal,
  ): Promise<Answers[Name]> {
    return this.#answer({ path: `api/${name}`, query, signal });
  }

  askSession<Name extends keyof SessionAnswers>(
    key: string,
    name: Name,
    query: Query = {},
    signal?: AbortSignal,
  ): Promise<SessionAnswers[Name]> {
    return this.#answer({ path: sessionPath(key, name), query, signal });
  }

  act<Name extends ActName>(
    key: string,
    name: Name,
    body: Acts[Name]["request"],
  ): Promise<Acts[Name]["answer"]> {
    return this.#answer({ path: sessionPath(key, `act/${name}`), query: {}, body });
  }

  async #answer<Answer>(request: Request): Promise<Answer> {
    const answer = await this.source.ask(request);
    if (isAnswer<Answer>(answer)) return answer;
    throw new Problem({ code: "internal", message: "The answer is empty.", remedy: null });
  }
}

/** The server is of the same package as the page: its answers are not checked again. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- says what it is taken for
const isAnswer = <Answer>(answer: unknown): answer is Answer => answer !== undefined;

const ClientContext = createContext(new Client());
export const ClientProvider = ClientContext.Provider;
export const useClient = (): Client => useContext(ClientContext);

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
