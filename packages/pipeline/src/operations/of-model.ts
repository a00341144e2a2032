import type { Session } from '../session.js'

/** An operation of a model that is to be loaded, and its own options. */
export interface OfModel<Options> {
  readonly load: () => Promise<Session>
  readonly options: Options
}
