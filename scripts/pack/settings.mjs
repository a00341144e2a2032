// The name and the address of a release.

/**
 * The scope under which the tarballs are published, unless `--scope` names another. Inside the repository the packages
 * are `@ol/…`, and they keep these names in their imports: under another scope a package depends on its siblings by
 * alias ("@ol/spec": "npm:@other/spec@0.1.0").
 */
export const scope = '@ol'

/** The address of the sources: a placeholder until there is one. The address for reports is `bugs` of package.json. */
export const repository = 'https://example.invalid/ol.git'

/** Keywords of every package, before its own. */
export const keywords = ['online-learning', 'machine-learning', 'linear-models', 'sparse', 'streaming']
