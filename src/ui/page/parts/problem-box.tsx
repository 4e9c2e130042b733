import { Problem, type ProblemDetails } from "../server.js";

/** Says what is wrong and what to do about it. Errors of the page itself are shown as they are. */
export function ProblemBox({ problem }: { readonly problem: unknown }) {
  const { code, message, remedy } = detailsOf(problem);
  return (
    <div class="problem" role="alert">
      <p class="problem-message">{message}</p>
      {remedy !== null && <p>{remedy}</p>}
      <p class="quiet">
        <code>{code}</code>
      </p>
    </div>
  );
}

function detailsOf(problem: unknown): ProblemDetails {
  if (problem instanceof Problem) return problem;
  const message = problem instanceof Error ? problem.message : String(problem);
  return { code: "page-failed", message, remedy: "Reload the page; if it stays, report it." };
}

/** Nothing to show, and why. */
export function Empty({ children }: { readonly children: string }) {
  return <p class="empty">{children}</p>;
}
