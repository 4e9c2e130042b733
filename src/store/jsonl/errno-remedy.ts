const REMEDIES: ReadonlyMap<string, string> = new Map([
  ["EACCES", "get the right to it from its owner, or name another place"],
  ["EPERM", "get the right to it from its owner, or name another place"],
  ["EROFS", "the file system is read-only: name another place"],
  ["ENOTDIR", "a part of the path is a file where a folder should be: name another place"],
  ["ELOOP", "the path's links lead round in a circle: name another place"],
  ["ENAMETOOLONG", "the name is too long for the file system: name another"],
  ["ENOENT", "make the folder first, or name another place"],
  ["EMFILE", "too many files are open: close some, or raise the limit (ulimit -n)"],
  ["ENFILE", "too many files are open on this machine: close some"],
]);

/** What can be done where the operating system refused; where nobody can tell, `otherwise`. */
export function errnoRemedy(errno: string, otherwise: string): string {
  return REMEDIES.get(errno) ?? otherwise;
}
