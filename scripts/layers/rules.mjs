/** Returns the rules of dependency-cruiser that the tables of parts and rooms mean. */
export function rulesOf({ parts, rooms }) {
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
    ...[...rooms].flatMap(([id, order]) => roomRules(id, parts.get(id).folder, order)),
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

function roomRules(id, folder, order) {
  const room = (name) => `${folder}/src/${name}(/|\\.ts$)`
  const known = order.flat().map(room)
  const upward = order.flatMap((names, level) =>
    names.map((name) => {
      const above = order.slice(level).flat()
      return {
        name: `rooms-${id}-${name}`,
        comment: `of @ol/${id}, ${name} imports only the rooms above it in the table of docs/architecture.md`,
        severity: 'error',
        from: { path: `^${room(name)}` },
        to: { path: `^(${above.map(room).join('|')})`, pathNot: `^${room(name)}` },
      }
    }),
  )
  return [
    ...upward,
    {
      name: `rooms-${id}`,
      comment: `a room of @ol/${id} that the table of docs/architecture.md does not name`,
      severity: 'error',
      from: { path: `^${folder}/src/`, pathNot: `^(${known.join('|')})` },
      to: {},
    },
  ]
}
