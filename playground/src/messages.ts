import type { Head } from './head.js'

/** What the page asks of the worker. */
export type Request =
  | { readonly kind: 'open'; readonly file: File }
  | { readonly kind: 'learn'; readonly file: File; readonly label: string | undefined }
  | { readonly kind: 'explain'; readonly text: string }

/** A number by its name: the weight of a feature, or what it adds to a score. */
export interface Named {
  readonly name: string
  readonly value: number
}

/** A point of the loss curve. */
export interface Point {
  readonly examples: number
  readonly loss: number
}

/** What the worker tells the page. */
export type Reply =
  | ({ readonly kind: 'opened' } & Head)
  | { readonly kind: 'progress'; readonly points: readonly Point[]; readonly features: readonly Named[] }
  | { readonly kind: 'learned'; readonly summary: string; readonly model: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'explained'; readonly prediction: string; readonly features: readonly Named[] }
  | { readonly kind: 'failed'; readonly message: string }
