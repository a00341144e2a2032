/** Returns the rules of dependency-cruiser for the tables of parts and modules. */
export function rulesOf({ parts, modules }) {
  return [
    {
      name: 'no-cycle',
      comment: 'files import each other in a circle: move what they share to a file of its own',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'nothing is found under this name',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '/dist/' },
    },
    ...[...parts].flatMap(([id, part]) => partRules(id, part, parts)),
    ...[...modules].flatMap(([id, order]) => moduleRules(id, parts.get(id).folder, order)),
  ]
}

function partRules(id, { folder, dependsOn }, parts) {
  if (dependsOn === undefined) return []
  const allowed = new Set([id, ...dependsOn])
  const others = [...parts].filter(([other]) => !allowed.has(other)).map(([, { folder }]) => folder)
  return [
    {
      name: `layers-${id}`,
      comment: `${id} depends on ${dependsOn.join(', ') || 'nothing'} (docs/architecture.md)`,
      severity: 'error',
      from: { path: `^${folder}/` },
      to: { path: `^(${others.join('|')})/`, pathNot: `^${folder}/` },
    },
  ]
}

function moduleRules(id, folder, order) {
  const module = (name) => `${folder}/src/${name}(/|\\.ts$)`
  const known = order.flat().map(module)
  const upward = order.flatMap((names, level) =>
    names.map((name) => {
      const above = order.slice(level).flat()
      return {
        name: `modules-${id}-${name}`,
        comment: `of @ol/${id}, ${name} imports only the modules above it in the table of docs/architecture.md`,
        severity: 'error',
        from: { path: `^${module(name)}` },
        to: { path: `^(${above.map(module).join('|')})`, pathNot: `^${module(name)}` },
      }
    }),
  )
  return [
    ...upward,
    {
      name: `modules-${id}`,
      comment: `a module of @ol/${id} that the table of docs/architecture.md does not name`,
      severity: 'error',
      from: { path: `^${folder}/src/`, pathNot: `^(${known.join('|')})` },
      to: {},
    },
  ]
}
