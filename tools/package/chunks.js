// Which chunk a module goes to. There are few chunks and no cycle between them: a chunk holds what
// is first needed at one stage and leads to the same slow packages. What a module imports is needed
// no later and leads to no other packages, so imports between chunks run one way.

/** Packages that take long to load: a module that needs none of them shall not wait for them. */
const SLOW_PACKAGES = /^(?:@.*\/)?(fast-check|rxjs|yaml|zod)(?:\/|$)/;

/**
 * @param stages what is needed at each: the name of a chunk, and modules with all that they lead to
 *   (`isStatic`: at once), the earliest first
 * @returns what rolldown asks: the name of a module's chunk; null for an entry point
 */
export function chunkNames(stages) {
  let assigned;
  return (id, context) => {
    assigned ??= assignChunks(stages, (module) => context.getModuleInfo(module));
    return assigned.get(id) ?? null;
  };
}

function assignChunks(stages, infoOf) {
  const assigned = new Map();
  for (const { chunk, roots, isStatic = false } of stages) {
    const next = ({ importedIds, dynamicallyImportedIds }) =>
      isStatic ? importedIds : [...importedIds, ...dynamicallyImportedIds];
    for (const id of closure(roots, next, infoOf)) {
      if (assigned.has(id)) continue;
      assigned.set(id, infoOf(id).isEntry ? null : [chunk, ...slowPackages(id, infoOf)].join("-"));
    }
  }
  return assigned;
}

/** Names of the slow packages that are loaded with a module. */
function slowPackages(id, infoOf) {
  const loaded = closure([id], ({ importedIds }) => importedIds, infoOf);
  const found = [...loaded].flatMap((name) => SLOW_PACKAGES.exec(name)?.[1] ?? []);
  return [...new Set(found)].sort();
}

/** The modules that some modules lead to, these included. */
function closure(roots, next, infoOf) {
  const found = new Set(roots);
  for (const id of found) {
    const info = infoOf(id);
    if (info !== null) next(info).forEach((imported) => found.add(imported));
  }
  return found;
}
