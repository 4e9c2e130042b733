// Which chunk a module goes to. There are few chunks, and imports between them run one way:
//  - A module is of the first group that leads to it. What it imports is of the same group or of an
//    earlier one, so that nobody who imports the library gets code of the command.
//  - It lies with modules that load the same slow packages. What it imports loads no others.
//  - What many commands need lies apart, in tiers. So does what it imports: of the same tier or of an
//    earlier one.

/**
 * @param groups `chunk`, its name; `roots`, ids of modules; `isLoaded`: the group is what they load
 *   at once, not what they load later; `slow`: names of packages, or lists of those that count as one
 * @param tiers names, with ids of modules: what they load at once is of the first tier that needs it
 * @returns what rolldown asks: the name of a module's chunk; null for an entry point
 */
export function chunkNames(groups, tiers) {
  let assigned;
  return (id, context) => {
    assigned ??= assignChunks(groups, tiers, (module) => context.getModuleInfo(module));
    return assigned.get(id) ?? null;
  };
}

function assignChunks(groups, tiers, infoOf) {
  const assigned = new Map();
  const loaded = Object.entries(tiers).map(([tier, roots]) => [tier, loadedWith(roots, infoOf)]);
  for (const { chunk, roots, isLoaded = false, slow = [] } of groups) {
    for (const id of (isLoaded ? loadedWith : leadingFrom)(roots, infoOf)) {
      if (assigned.has(id)) continue;
      const packages = new Set([...loadedWith([id], infoOf)].map(packageOf));
      const parts = [
        loaded.find(([, modules]) => modules.has(id))?.[0] ?? null,
        ...slow
          .map((names) => [names].flat())
          .filter((names) => names.some((name) => packages.has(name)))
          .map(([name]) => name),
      ];
      const name = [chunk, ...parts.filter((part) => part !== null)].join("-");
      assigned.set(id, infoOf(id)?.isEntry ? null : name);
    }
  }
  return assigned;
}

/** The package that a module is of, or that an import names. */
function packageOf(id) {
  return /^(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1];
}

function loadedWith(ids, infoOf) {
  return closure(ids, ({ importedIds }) => importedIds, infoOf);
}

function leadingFrom(ids, infoOf) {
  const imports = (info) => [...info.importedIds, ...info.dynamicallyImportedIds];
  return closure(ids, imports, infoOf);
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
