/** A client of a server of `@ol/server`: `fetch` alone, for browsers and programs. */

/** The features of an example, by name: see docs/library.md. */
export type ClientFeatures = Readonly<Record<string, unknown>>

export interface ClientExample {
  readonly features: ClientFeatures
  readonly label: number | string | boolean
  /** default 1 */
  readonly weight?: number
}

/** A prediction, or what was predicted before an example was learned. */
export interface ClientPrediction {
  /** a number, or the label of the class */
  readonly prediction: number | string | null
  /** the probability of the positive class, or with several classes of the predicted one */
  readonly probability?: number
  /** the score of two classes, without link */
  readonly score?: number
  /** the ends of the interval that was requested, of numbers */
  readonly interval?: readonly [low: number, high: number]
  /** for classes: the set that was requested, the most probable first */
  readonly set?: readonly (number | string)[]
  /** the id that its label comes with */
  readonly id?: string
}

export interface ClientError {
  readonly error: { readonly code: string; readonly message: string }
}

/** An answer of the server that is an error: `code` is stable. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

export interface ClientOptions {
  /** the token of the server, where it has one */
  readonly token?: string | undefined
  /** default: the `fetch` of the runtime */
  readonly fetch?: typeof globalThis.fetch | undefined
  /** ends a request; default: nothing does */
  readonly signal?: AbortSignal | undefined
}

/** Asks a server. */
export class Client {
  readonly #address: string
  readonly #options: ClientOptions

  /** @param address as `http://127.0.0.1:8080` */
  constructor(address: string, options: ClientOptions = {}) {
    this.#address = address.replace(/\/$/, '')
    this.#options = options
  }

  /** Predicts; with an id the features wait for `label`. @throws ServerError */
  predict(features: ClientFeatures, id?: string): Promise<ClientPrediction> {
    return this.#post('/predict', { features, ...(id === undefined ? {} : { id }) })
  }

  /**
   * Predicts, with the interval that holds this share of the labels (of classes: the set).
   *
   * @param level in (0, 0.999]
   * @throws ServerError: OL_PARAMETER if the model learned no intervals
   */
  predictInterval(features: ClientFeatures, level: number): Promise<ClientPrediction> {
    return this.#post(`/predict?interval=${level}`, { features })
  }

  /** Predicts several: what is none is an error in its place. @throws ServerError */
  predictAll(all: readonly ClientFeatures[]): Promise<readonly (ClientPrediction | ClientError)[]> {
    return this.#post(
      '/predict',
      all.map((features) => ({ features })),
    )
  }

  /** Learns; resolves with what was predicted before, once it is in the log. @throws ServerError */
  learn(example: ClientExample): Promise<ClientPrediction> {
    return this.#post('/learn', example)
  }

  /** Learns several in their order: what is none is an error in its place. @throws ServerError */
  learnAll(examples: readonly ClientExample[]): Promise<readonly (ClientPrediction | ClientError)[]> {
    return this.#post('/learn', examples)
  }

  /** Gives the label of a prediction that had an id. @throws ServerError */
  label(id: string, label: ClientExample['label'], weight = 1): Promise<ClientPrediction> {
    return this.#post('/labels', { id, label, weight })
  }

  /** Explains a score as a sum. @throws ServerError */
  explain(features: ClientFeatures): Promise<ClientPrediction & { readonly explanation: unknown }> {
    return this.#post('/explain', { features })
  }

  /** Returns the bytes of the model. @throws ServerError */
  async model(): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#request('/model', { method: 'GET' })).arrayBuffer())
  }

  /** Puts another model in its place. @throws ServerError */
  async replaceModel(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#request('/model', {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes,
    })
  }

  /** Returns what `/stats` shows. @throws ServerError */
  async stats(): Promise<unknown> {
    return (await this.#request('/stats', { method: 'GET' })).json()
  }

  async #post<Answer>(route: string, body: unknown): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    return (
      await this.#request(route, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json() as Promise<Answer>
  }

  async #request(
    route: string,
    request: { method: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  ): Promise<Response> {
    const { token, fetch: ask = globalThis.fetch, signal } = this.#options
    const headers = {
      ...request.headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const response = await ask(`${this.#address}${route}`, {
      ...request,
      headers,
      ...(signal === undefined ? {} : { signal }),
    })
    if (response.ok) return response
    const { error } = (await response.json().catch(() => ({}))) as Partial<ClientError>
    throw new ServerError(
      error?.code ?? 'OL_REQUEST',
      error?.message ?? `status ${response.status}`,
      response.status,
    )
  }
}
