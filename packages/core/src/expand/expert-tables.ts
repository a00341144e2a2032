import type { Backend } from '@ol/spec'
import { laneKit } from '../lanes/lane-kit.js'
import { TableModel } from '../lanes/table-model.js'
import type { Settings } from '../options/settings.js'
import { depthOf, expertSettings } from './expert-settings.js'

/** Returns the untrained experts of a model, by depth from 1. */
export function newExperts(settings: Settings, backend: Backend): TableModel[] {
  return Array.from({ length: depthOf(settings) }, (_, i) => {
    const own = expertSettings(settings, i + 1)
    return new TableModel(own, backend, laneKit)
  })
}
