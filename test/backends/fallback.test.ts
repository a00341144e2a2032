import { fallback } from '@ol/fallback'
import { contract } from './contract.js'

contract('fallback', fallback)
