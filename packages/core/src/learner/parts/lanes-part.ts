import { Ensemble } from '../../lanes/ensemble.js'
import { LaneSums } from '../../lanes/lane-sums.js'
import { laneOptions } from '../../options/option-groups.js'
import type { LanesPart } from '../state-parts.js'

export const lanes: LanesPart = { ...laneOptions, Ensemble, LaneSums }
