// Which chunk a module goes to. There are few chunks, and imports between them run one way:
//  - A module is of the first group that leads to it. What it imports is of the same group or of an
//    earlier one, so that nobody who imports the library gets code of the command.
//  - It lies with modules that load the same slow packages. What it imports loads no others.
//  - What is needed early lies apart. So does what it imports.

/** Packages that take long to load: a module that needs none of them shall not wait for them. */
const SLOW_PACKAGES = /^(?:@.*\/)?(fast-check|rxjs|yaml|zod)(?:\/|$)/;

/**
 * @param groups [name, ids of modules] each
 * @param early ids of modules: what they load at once is needed early
 * @returns what rolldown asks: the name of a module's chunk; null for an entry point
 */
export function chunkNames(groups, early) {
  let assigned;
  return (id, context) => {
    assigned ??= assignChunks(groups, early, (module) => context.getModuleInfo(module));
    return assigned.get(id) ?? null;
  };
}

function assignChunks(groups, early, infoOf) {
  const assigned = new Map();
  const isEarly = loadedWith(early, infoOf);
  const allImports = (info) => [...info.importedIds, ...info.dynamicallyImportedIds];
  for (const [group, roots] of groups) {
    for (const id of closure(roots, allImports, infoOf)) {
      if (assigned.has(id)) continue;
      const parts = [group, ...(isEarly.has(id) ? ["early"] : []), ...slowPackages(id, infoOf)];
      assigned.set(id, infoOf(id)?.isEntry ? null : parts.join("-"));
    }
  }
  return assigned;
}

/** Names of the slow packages that are loaded with a module. */
function slowPackages(id, infoOf) {
  const loaded = [...loadedWith([id], infoOf)];
  return [...new Set(loaded.flatMap((name) => SLOW_PACKAGES.exec(name)?.[1] ?? []))].sort();
}

const loadedWith = (ids, infoOf) => closure(ids, ({ importedIds }) => importedIds, infoOf);

/** The modules that some modules lead to, these included. */
function closure(roots, next, infoOf) {
  const found = new Set(roots);
  for (const id of found) {
    const info = infoOf(id);
    if (info !== null) next(info).forEach((imported) => found.add(imported));
  }
  return found;
}
