import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { platformId } from '../../native/locate.js'
import { root } from '../prepare.mjs'

/**
 * Returns the folder with the addon of a platform: built elsewhere, or here for this machine; undefined if there is
 * none.
 */
export function addonOf({ id }, addons) {
  const folders = addons === undefined ? [] : [join(addons, id)]
  folders.push(join(root, 'native', 'build', id))
  if (id === platformId()) folders.push(join(root, 'native', 'build', 'Release'))
  return folders.find(
    (folder) => existsSync(join(folder, 'ol.node')) && existsSync(join(folder, 'ol.node.json')),
  )
}

/** Keeps package managers from installing the package elsewhere. */
export function platformManifest({ id, os, cpu, libc }) {
  return {
    description: `The C++ backend of OL for ${id}: install @ol/core, which depends on it`,
    type: 'commonjs',
    main: './ol.node',
    os: [os],
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc] }),
  }
}
