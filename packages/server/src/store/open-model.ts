import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { OLError } from '@ol/spec'
import { newModel } from '../model/new-model.js'
import { modelOfBytes, type ServedModel } from '../model/served-model.js'
import type { ServeOptions } from '../options.js'
import type { Service } from '../service.js'
import { isStore, type LoadedModel, Store, type StoreOptions } from './store.js'

/** The model that a server begins with. */
export interface OpenModel {
  readonly store: Store | undefined
  /** for a store that has been used: the model has not yet learned the later examples */
  readonly loaded: LoadedModel | undefined
  readonly model: ServedModel
  /** the digest of the bytes of the model file; null: there is none */
  readonly source: string | null
}

/** Returns the model that is served: the store's if it has one, otherwise the file's, or a new one. */
export async function openModel(options: ServeOptions, say: (text: string) => void): Promise<OpenModel> {
  const { model: path, backend } = options
  const bytes = path === undefined ? undefined : await bytesOf(path)
  const source = bytes === undefined ? null : digestOf(bytes)
  const fresh = (): ServedModel =>
    bytes === undefined ? newModel({ ...options.new, backend }) : modelOfBytes(bytes, backend)
  const folder = options.store ?? `${path}.store`
  if (folder === false) return { store: undefined, loaded: undefined, model: fresh(), source }
  const own: StoreOptions = {
    folder,
    durability: options.durable ?? 'interval',
    mostBytes: options.logBytes ?? 2 ** 30,
    longestMs: (options.logDays ?? Number.POSITIVE_INFINITY) * 86_400_000,
    backend,
    say,
  }
  if (options.learns === false) {
    const model = (await storedModel(own, options, source)) ?? fresh()
    return { store: undefined, loaded: undefined, model, source }
  }
  const store = await Store.open(own)
  try {
    if (!store.started) {
      if (store.logged > 0)
        throw new OLError(
          'OL_STORE',
          `Expected a snapshot in ${folder}, whose log has ${store.logged} examples, but there is none: name another store; ol-cli train learns the examples of this one`,
          { value: folder },
        )
      const model = fresh()
      model.refuseUnlearnable()
      await store.begin(model, source)
      return { store, loaded: undefined, model, source }
    }
    refuseOther(store, folder, path, source)
    const loaded = await store.load()
    if (options.new !== undefined) sayOthers(options, loaded.model)
    return { store, loaded, model: loaded.model, source }
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Returns the model of a store for predictions alone, with all examples of the store; undefined: the model of the file answers.
 *
 * @throws OLError OL_STORE if the store cannot be read and there is no file
 */
async function storedModel(
  options: StoreOptions,
  serving: ServeOptions,
  source: string | null,
): Promise<ServedModel | undefined> {
  const { folder, say } = options
  const { model: path } = serving
  if (!(await isStore(folder))) {
    if (path !== undefined) return undefined
    throw new OLError(
      'OL_STORE',
      `Expected a store with a model in ${folder}, because the server does not learn, but it has none`,
      { value: folder },
    )
  }
  let store: Store | undefined
  try {
    store = await Store.open({ ...options, durability: 'never' })
    refuseOther(store, folder, path, source)
    const loaded = await store.load()
    await store.catchUp(loaded, [])
    if (serving.new !== undefined) sayOthers(serving, loaded.model)
    return loaded.model
  } catch (error) {
    if (path === undefined || !(error instanceof OLError)) throw error
    say(
      `${path} answers as it was saved, without the examples that its store has learned since: ${error.message}`,
    )
    return undefined
  } finally {
    await store?.close()
  }
}

function refuseOther(store: Store, folder: string, path: string | undefined, source: string | null): void {
  if (source === null || store.source === source) return
  throw new OLError(
    'OL_STORE',
    `${path} is not the model that ${folder} continues from: name another store, or put the model in place with PUT /model`,
    { value: path },
  )
}

/** Reports the options in which the model of the store differs from the requested new model: it continues with its own. */
function sayOthers({ new: given = {}, backend, onNotice }: ServeOptions, { learner }: ServedModel): void {
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (onNotice === undefined || names.length === 0) return
  const asked = newModel({ ...given, backend }).learner
  const valueIn = (options: object, name: string): string =>
    String(JSON.stringify((options as Record<string, unknown>)[name] ?? 'none'))
  for (const name of names) {
    const [own, other] = [learner, asked].map(({ options }) => valueIn(options, name))
    if (own !== other)
      onNotice(`the model of the store has ${name} ${own}, and not ${other}: it continues with its own`)
  }
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    throw new OLError(
      missing ? 'OL_FILE_MISSING' : 'OL_FILE_UNREADABLE',
      `${path}: ${missing ? 'there is no such file' : 'the file cannot be read'}`,
      { cause },
    )
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Writes the learned model: a snapshot, and its file if that has another model. */
export async function saveAll(
  { model: path, learns, onNotice }: ServeOptions,
  { store, model, counts }: Service,
  opened: OpenModel,
): Promise<void> {
  try {
    if (store !== undefined && store.snapshotNumber < store.last) await store.snapshot(model)
    const writes = path !== undefined && learns !== false && opened.model.learner.predictOnly === undefined
    // after a crash the store has more than the file
    const hasMore = (): boolean =>
      opened.loaded !== undefined && digestOf(model.learner.toBytes()) !== opened.source
    if (writes && (counts.learned > 0 || model !== opened.model || hasMore())) {
      await model.learner.save(path)
      await store?.follow(digestOf(await readFile(path)))
    }
  } catch (error) {
    onNotice?.(`the model was not saved: ${error instanceof Error ? error.message : String(error)}`)
    throw error
  } finally {
    await store?.close()
  }
}
