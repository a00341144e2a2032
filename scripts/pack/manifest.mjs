import { keywords, repository } from './settings.mjs'

/** Returns the name that a package of the repository is published under. */
export function publishedName(name, scope) {
  return name.replace(/^@ol\//, `${scope}/`)
}

/** Returns the package.json of a tarball: the repository's, without members that only the repository needs. */
export function publishedManifest(manifest, { scope, folder, engines, bugs, files, ...more }) {
  const { devDependencies: _, scripts: __, binary: ___, ...kept } = manifest
  const dependencies = {}
  for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies']) {
    if (kept[kind] === undefined && more[kind] === undefined) continue
    dependencies[kind] = published({ ...kept[kind], ...more[kind] }, manifest.version, scope, kind)
  }
  return {
    ...kept,
    ...more,
    name: publishedName(manifest.name, scope),
    keywords,
    homepage: repository.replace(/\.git$/, ''),
    repository: { type: 'git', url: `git+${repository}`, directory: folder },
    bugs,
    engines,
    files,
    ...dependencies,
    publishConfig: { access: 'public' },
  }
}

/**
 * Siblings must have exactly the version with which they were built; a peer has the name under which users install it.
 */
function published(dependencies, version, scope, kind) {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => {
      if (!name.startsWith('@ol/')) return [name, range]
      const plain = scope === '@ol' || kind === 'peerDependencies'
      return [name, plain ? version : `npm:${publishedName(name, scope)}@${version}`]
    }),
  )
}
